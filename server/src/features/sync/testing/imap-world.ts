import { createHash } from 'node:crypto';
import type { ImapServer } from '@sheaf/sandbox';
import { ImapFlow } from 'imapflow';
import { startTcpProxy } from '../../../testing/servers/tcp-proxy.ts';
import { connectWithFields } from '../../../testing/sign-in/consent.ts';
import { choose } from './cloud.ts';
import type { ExpectedMessage, ThreadEdit, ThreadWorld } from './thread-world.ts';

const faults = ['cut', 'refuse'] as const;
const ownMailboxes = ['Work', 'Müll & Söhne', 'A/B'];
const trash = 'Deleted Items';

interface Mail {
  mailbox: string;
  validity: string;
  uid: number;
  flags: Set<string>;
  messageId: string;
}

export interface ImapWorld extends ThreadWorld<(typeof faults)[number]> {
  stop(): Promise<void>;
}

/**
 * A real mail server: moved messages get new ids, mailboxes are renamed or renumbered, and connections are cut or
 * refused. Reached through a proxy, since the server itself never fails.
 */
export async function imapWorld(server: ImapServer): Promise<ImapWorld> {
  const proxy = await startTcpProxy({ host: server.host, port: server.tlsPort });
  const { username, password } = server.users[0]!;
  const client = new ImapFlow({
    host: server.host,
    port: server.tlsPort,
    secure: true,
    tls: { ca: server.certificate },
    auth: { user: username, pass: password },
    logger: false,
    disableAutoIdle: true,
  });
  await client.connect();
  const written = new Map<string, { root: string; text: string; files: string[] }>();
  let mailboxes: string[] = [];
  let armed: { nth: number; action: (typeof faults)[number] }[] = [];
  let look: ((nth: number) => Promise<void>) | null = null;
  let calls = 0;
  proxy.watch(async () => {
    const nth = ++calls;
    await look?.(nth);
    const fault = armed.find((one) => one.nth === nth);
    // The next connection is refused as well, as by a server that restarts.
    if (fault?.action === 'refuse') {
      proxy.close();
      setTimeout(() => proxy.open(), 50);
    }
    return fault ? 'cut' : 'pass';
  });

  async function listOf(names: readonly string[]): Promise<Mail[]> {
    const mails: Mail[] = [];
    for (const mailbox of names) {
      // Opened again each time: a mailbox that stays open is shown as it was.
      await client.mailboxOpen(mailbox);
      const { exists, uidValidity } = client.mailbox as Exclude<ImapFlow['mailbox'], false>;
      if (exists > 0)
        for await (const { uid, flags, envelope } of client.fetch('1:*', { uid: true, flags: true, envelope: true }))
          mails.push({ mailbox, validity: String(uidValidity), uid, flags: flags!, messageId: envelope!.messageId! });
      await client.mailboxClose();
    }
    return mails;
  }

  async function append(mailbox: string, pick: number, { answers, file }: { answers?: Mail; file?: string } = {}) {
    const [messageId, text] = [`<${written.size}@example.com>`, `Text ${pick}.`];
    const root = answers ? written.get(answers.messageId)!.root : messageId;
    written.set(messageId, { root, text, files: file ? [file] : [] });
    const headers = [
      'From: Bruno <bruno@example.com>',
      'To: Ada <ada@example.com>',
      `Subject: ${answers ? 'Re: ' : ''}Subject ${pick}`,
      `Message-ID: ${messageId}`,
      ...(answers ? [`References: ${root} ${answers.messageId}`] : []),
    ];
    const lines = file
      ? [
          ...headers,
          'Content-Type: multipart/mixed; boundary=b',
          '',
          '--b',
          '',
          text,
          '--b',
          `Content-Type: text/plain; name="${file}"`,
          `Content-Disposition: attachment; filename="${file}"`,
          '',
          `File ${pick}`,
          '--b--',
          '',
        ]
      : [...headers, '', text];
    await client.append(mailbox, lines.join('\r\n'));
  }

  async function edit({ what, pick }: ThreadEdit): Promise<void> {
    const mailbox = choose(mailboxes, pick)!;
    if (what === 'post') return append(mailbox, pick);
    if (what === 'post with a file') return append(mailbox, pick, { file: `${pick}.txt` });
    if (what === 'draft') return append('Drafts', pick);
    if (what === 'rename a channel' || what === 'number anew') {
      const own = choose(mailboxes.slice(2), pick);
      if (own === undefined) return;
      const next = what === 'number anew' ? own : `Renamed ${pick}`;
      if (what === 'rename a channel' && mailboxes.includes(next)) return;
      if (what === 'rename a channel') await client.mailboxRename(own, next);
      else {
        await client.mailboxDelete(own);
        await client.mailboxCreate(own);
      }
      mailboxes = mailboxes.map((one) => (one === own ? next : one));
      return;
    }
    const mail = choose(await listOf(what === 'restore' ? [trash] : mailboxes), pick);
    if (!mail) return;
    if (what === 'answer') return append('Sent', pick, { answers: mail });
    await client.mailboxOpen(mail.mailbox);
    const [uid, byUid] = [String(mail.uid), { uid: true }];
    const toggle = async (flag: string) => {
      if (mail.flags.has(flag)) await client.messageFlagsRemove(uid, [flag], byUid);
      else await client.messageFlagsAdd(uid, [flag], byUid);
    };
    if (what === 'read') await toggle('\\Seen');
    else if (what === 'star') await toggle('\\Flagged');
    else if (what === 'remove') await client.messageDelete(uid, byUid);
    else if (what === 'copy') await client.messageCopy(uid, mailbox, byUid);
    else await client.messageMove(uid, what === 'trash' ? trash : mailbox, byUid);
    await client.mailboxClose();
  }

  return {
    edits: [
      'post',
      'post',
      'post with a file',
      'answer',
      'move',
      'copy',
      'read',
      'star',
      'trash',
      'restore',
      'remove',
      'draft',
      'rename a channel',
      'number anew',
    ],
    faults,
    connect: (who) =>
      connectWithFields(who, 'imap', {
        host: server.host,
        port: String(proxy.port),
        username,
        password,
        security: 'tls',
      }),
    async clear() {
      for (const name of ['INBOX', 'Sent', 'Drafts', trash]) {
        await client.mailboxOpen(name);
        await client.messageDelete('1:*');
        await client.mailboxClose();
      }
      for (const name of mailboxes.slice(2)) await client.mailboxDelete(name);
      for (const name of ownMailboxes) await client.mailboxCreate(name);
      mailboxes = ['INBOX', 'Sent', ...ownMailboxes];
    },
    edit,
    messages: async () =>
      (await listOf(mailboxes)).map(({ mailbox, validity, uid, flags, messageId }): ExpectedMessage => {
        const { root, text, files } = written.get(messageId)!;
        return {
          id: `${validity}/${uid}/${mailbox}`,
          thread: createHash('sha256').update(root).digest('base64url'),
          channels: [mailbox],
          unread: !flags.has('\\Seen'),
          flagged: flags.has('\\Flagged'),
          text,
          files,
        };
      }),
    fail: (fault) => void armed.push(fault),
    clearFaults() {
      armed = [];
    },
    watch(next) {
      look = next;
      calls = 0;
    },
    async stop() {
      await client.logout();
      await proxy.stop();
    },
  };
}
