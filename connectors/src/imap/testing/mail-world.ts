import tls from 'node:tls';
import { ImapFlow } from 'imapflow';
import type { Posted, ThreadOutside } from '../../kit/conformance/threads/index.ts';
import { testAccount } from '../../kit/testing/test-account.ts';

/** The server as the sandbox starts it. */
interface MailServer {
  host: string;
  tlsPort: number;
  users: readonly { username: string; password: string }[];
  certificate: string;
  stop(): Promise<void>;
}

export interface MailWorld {
  /** The fields to enter to connect. */
  fields: Record<string, string>;
  account: ReturnType<typeof testAccount>;
  outside: ThreadOutside & {
    /** Appends a raw message to a mailbox and returns its key. */
    append(mailbox: string, source: string | Buffer, flags?: string[]): Promise<string>;
    flag(key: string, flag: string, isSet: boolean): Promise<void>;
    move(key: string, mailbox: string): Promise<void>;
    client: ImapFlow;
  };
  stop(): Promise<void>;
}

/** A mail server, an account on it, and another client that uses the same mailboxes. */
export async function openMailWorld(server: MailServer, user = 0): Promise<MailWorld> {
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, server.certificate]);
  const { username, password } = server.users[user]!;
  const fields = { host: server.host, port: String(server.tlsPort), security: 'tls', username, password };
  const account = testAccount({ fields });
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
  return {
    fields,
    account,
    outside: createOutside(client),
    async stop() {
      await client.logout();
      await account.close();
      await server.stop();
      tls.setDefaultCACertificates(trusted);
    },
  };
}

function createOutside(client: ImapFlow): MailWorld['outside'] {
  /** Keys are `mailbox uid`; the headers that answers need are stored. */
  const posted = new Map<string, { id: string; references: string }>();
  let clock = Date.now() - 3_600_000;
  let count = 0;
  const open = async (key: string) => {
    const [, mailbox, uid] = /^(.*) (\d+)$/.exec(key)!;
    await client.mailboxOpen(mailbox!);
    return uid!;
  };
  const append = async (mailbox: string, source: string | Buffer, flags: string[] = []) => {
    const done = await client.append(mailbox, source, flags);
    const uid = done ? done.uid : undefined;
    if (uid === undefined) throw new Error(`${mailbox} does not take a message`);
    return `${mailbox} ${uid}`;
  };
  const flag = async (key: string, name: string, isSet: boolean) => {
    const uid = await open(key);
    if (isSet) await client.messageFlagsAdd(uid, [name], { uid: true });
    else await client.messageFlagsRemove(uid, [name], { uid: true });
  };
  return {
    client,
    append,
    flag,
    async addChannel(name) {
      await client.mailboxCreate(name);
      return name;
    },
    async post(mailbox, message) {
      count += 1;
      clock += 1000;
      const answered = message.answers === undefined ? undefined : posted.get(message.answers);
      const own = {
        id: `<${count}.${clock}@example.com>`,
        references: answered ? `${answered.references} ${answered.id}`.trim() : '',
      };
      const key = await append(mailbox, sourceOf(message, own, answered?.id, new Date(clock)));
      posted.set(key, own);
      return key;
    },
    async remove(key) {
      const uid = await open(key);
      await client.messageDelete(uid, { uid: true });
    },
    async move(key, mailbox) {
      const uid = await open(key);
      await client.messageMove(uid, mailbox, { uid: true });
    },
    markRead: (key, isRead) => flag(key, '\\Seen', isRead),
  };
}

function sourceOf(
  message: Posted,
  own: { id: string; references: string },
  answers: string | undefined,
  at: Date,
): string {
  const headers = [
    'From: =?utf-8?Q?Ada_L=C3=B6velace?= <ada@example.com>',
    'To: Grace <grace@example.com>',
    `Subject: ${message.subject ?? ''}`,
    `Date: ${at.toUTCString()}`,
    `Message-ID: ${own.id}`,
    ...(answers ? [`In-Reply-To: ${answers}`, `References: ${own.references}`] : []),
    'MIME-Version: 1.0',
  ];
  const text = ['Content-Type: text/plain; charset=utf-8', '', message.text];
  if (!message.attachment) return [...headers, ...text].join('\r\n');
  const { name, mimeType, bytes } = message.attachment;
  const encoded = Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n');
  return [
    ...headers,
    'Content-Type: multipart/mixed; boundary=b1',
    '',
    '--b1',
    ...text,
    '--b1',
    `Content-Type: ${mimeType}`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name)}`,
    '',
    encoded,
    '--b1--',
    '',
  ].join('\r\n');
}
