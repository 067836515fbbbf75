import type { Socket } from 'node:net';
import { provide, startDovecot } from '@sheaf/sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MessageMirror } from '../kit/conformance/threads/mirror.ts';
import type { AccountContext } from '../kit/connector.ts';
import type { RemoteId, Session } from '../kit/session.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import type { Message, ThreadReads } from '../kit/threads.ts';
import { openImap } from './index.ts';
import { patience } from './session/patience.ts';
import { mime, part } from './testing/mail-source.ts';
import { type MailWorld, openMailWorld } from './testing/mail-world.ts';

const dovecot = provide('dovecot');

describe.skipIf(dovecot === null)('imap on dovecot', () => {
  let server: Awaited<ReturnType<typeof startDovecot>>;
  let world: MailWorld;
  const sessions: Session[] = [];
  beforeAll(async () => {
    server = await startDovecot(dovecot!, 'mail_max_userip_connections = 8');
    world = await openMailWorld(server);
  });
  afterEach(async () => {
    for (const session of sessions.splice(0)) await session[Symbol.asyncDispose]();
  });
  afterAll(async () => {
    await world.stop();
  });

  function open(
    change: Record<string, string> = {},
    { allowPrivate = true, greetingMs = patience.greetingMs }: { allowPrivate?: boolean; greetingMs?: number } = {},
  ) {
    const account = testAccount({ fields: { ...world.fields, ...change }, allowPrivate });
    // Tests check single refusals, so the pacer doesn’t retry them.
    account.call = (work) => work();
    const session = openImap(account, { ...patience, greetingMs });
    sessions.push(session);
    return { account, session, threads: session.threads! };
  }

  async function read(threads: ThreadReads, mailbox: string, mirror = new MessageMirror()): Promise<Message[]> {
    await mirror.follow(threads, mailbox as RemoteId);
    return mirror.of(mailbox as RemoteId);
  }

  /** Returns the only message of a new mailbox. */
  async function readOnly(name: string, source: string | Buffer): Promise<{ message: Message; threads: ThreadReads }> {
    await world.outside.addChannel(name);
    await world.outside.append(name, source);
    const { threads } = open();
    const [message] = await read(threads, name);
    return { message: message!, threads };
  }

  const bytesOf = async (threads: ThreadReads, message: Message, id: string) =>
    Buffer.concat(await (await threads.attachment(message.id, id)).body.toArray());

  describe('signing in', () => {
    it('works with TLS and with STARTTLS', async () => {
      const { session } = open();
      expect(await session.identity()).toEqual({
        remoteUserId: `ada@127.0.0.1:${server.tlsPort}`,
        label: 'ada@127.0.0.1',
      });
      const starttls = open({ security: 'starttls', port: String(server.plainPort) });
      expect((await starttls.session.identity()).label).toBe('ada@127.0.0.1');
    });

    it('reports a wrong password, and tries it once for any number of callers', async () => {
      const { account, session, threads } = open({ password: 'wrong' });
      const sockets = dialled(account);
      const attempts = [session.identity(), threads.channels(null), session.quota!()];
      for (const result of await Promise.allSettled(attempts))
        expect(result).toMatchObject({
          reason: { code: 'auth_revoked', message: expect.stringContaining('refuses the username or the password') },
        });
      expect(sockets.length).toBe(1);
    });

    it.each([
      ['a certificate of another address', { host: 'localhost' }, /has a certificate for another address/],
      ['nobody there', { port: '1' }, /refuses the connection/],
    ])('explains %s', async (_name, change, message) => {
      await expect(open(change).session.identity()).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(message),
      });
    });

    it('explains STARTTLS if TLS is spoken, and the other way round', async () => {
      const { session } = open({ security: 'starttls' }, { greetingMs: 2000 });
      await expect(session.identity()).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(/doesn’t (answer|offer STARTTLS)|ended the connection/),
      });
      await expect(open({ port: String(server.plainPort) }).session.identity()).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('choose STARTTLS'),
      });
    });

    it('asks the network guard first, with TLS and with STARTTLS', async () => {
      for (const security of ['tls', 'starttls'])
        await expect(open({ security }, { allowPrivate: false }).session.identity()).rejects.toMatchObject({
          code: 'forbidden',
          message: expect.stringContaining('private address'),
        });
    });

    it('waits if there are too many connections', async () => {
      // These connections belong to someone else: the server counts them by user, and detects a moment later that they
      // are closed.
      const other = { ...server.users[1]! };
      let refused: unknown;
      for (let opened = 0; refused === undefined && opened < 9; opened++)
        refused = await open(other)
          .session.identity()
          .then(
            () => undefined,
            (error: unknown) => error,
          );
      expect(refused).toMatchObject({
        code: 'rate_limited',
        detail: { limit: 'account' },
        message: expect.stringContaining('Maximum number of connections'),
      });
      for (const session of sessions.splice(0)) await session[Symbol.asyncDispose]();
      await expect.poll(() => open(other).session.identity()).toBeDefined();
    });

    it('reports the quota', async () => {
      const { used, total } = await open().session.quota!();
      expect(total).toBe(1024 ** 3);
      expect(used).toBeGreaterThanOrEqual(0);
    });
  });

  it('lists mailboxes as channels, by the names people gave them', async () => {
    for (const name of ['Projekte/Küche & Bad', '日本語', 'Unsubscribed'])
      await world.outside.client.mailboxCreate(name);
    await world.outside.client.mailboxUnsubscribe('Unsubscribed');
    const { items } = await open().threads.channels(null);
    const found = Object.fromEntries(items.map(({ name, isOff = false, isPrivate }) => [name, { isOff, isPrivate }]));
    expect(found).toMatchObject({
      Inbox: { isOff: false, isPrivate: true },
      Sent: { isOff: false },
      Junk: { isOff: true },
      'Deleted Items': { isOff: true },
      'Projekte / Küche & Bad': { isOff: false },
      日本語: { isOff: false },
      Unsubscribed: { isOff: false },
    });
    expect(found).not.toHaveProperty('Drafts');
  });

  describe('a message', () => {
    it('is decoded from other charsets', async () => {
      const source = Buffer.concat([
        Buffer.from('From: "M\xfcller, Jos\xe9" <m@example.com>\r\n', 'utf8'),
        Buffer.from('Subject: =?iso-2022-jp?B?GyRCRnxLXBsoQg==?= und Grüße\r\nMessage-ID: <charsets@x>\r\n'),
        Buffer.from(
          'Content-Type: text/plain; charset="windows-1252"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n',
        ),
        Buffer.from('=93gr=FCn=94 =\r\nund wei=DF'),
      ]);
      const { message } = await readOnly('charsets', source);
      expect(message.author).toEqual({ name: 'Müller, José', address: 'm@example.com' });
      expect(message.thread.title).toBe('日本 und Grüße');
      expect(message.body).toEqual({ type: 'text', value: '“grün” und weiß' });
    });

    it('shows the HTML of several alternatives, and marks attachments that the HTML shows', async () => {
      const { message, threads } = await readOnly(
        'alternatives',
        mime('multipart/mixed', [
          mime('multipart/alternative', [
            part('text/plain', 'in words'),
            mime('multipart/related', [
              part('text/html; charset=utf-8', '<b>in colour</b><img src="cid:pic@x">'),
              part('image/png; name="shown.png"', 'cGljdHVyZQ==', 'base64', 'Content-ID: <pic@x>\r\n'),
            ]),
            part('text/calendar; method=REQUEST', 'BEGIN:VCALENDAR'),
          ]),
          part('image/png; name="kept.png"', 'b3RoZXI=', 'base64', 'Content-ID: <other@x>\r\n'),
          part('message/rfc822', 'Subject: Older\r\n\r\nolder words'),
        ]),
      );
      expect(message.body).toEqual({ type: 'html', value: '<b>in colour</b><img src="cid:pic@x">' });
      expect(message.attachments.map(({ name, contentId }) => [name, contentId])).toEqual([
        ['shown.png', 'pic@x'],
        ['attachment-1.3.ics', undefined],
        ['kept.png', undefined],
        ['Older.eml', undefined],
      ]);
      expect((await bytesOf(threads, message, message.attachments[0]!.id)).toString()).toBe('picture');
      expect((await bytesOf(threads, message, message.attachments[3]!.id)).toString()).toContain('older words');
      await expect(threads.attachment(message.id, '9')).rejects.toMatchObject({ code: 'not_found' });
    });

    it('contains all of its texts', async () => {
      const { message } = await readOnly(
        'several',
        mime('multipart/mixed', [part('text/plain', 'a < b'), part('text/html', '<i>c</i>')]),
      );
      expect(message.body.type).toBe('html');
      expect(message.body.value).toMatch(/a &lt; b.*<i>c<\/i>/s);
    });

    it('gets defaults for missing ids, dates and names', async () => {
      const { message } = await readOnly('nothing', 'Date: Fri, 31 Feb 99999 25:61:00\r\n\r\nx');
      expect(message.author.name).toBe('Unknown sender');
      expect(message.thread).toEqual({ id: expect.stringMatching(/^[\w-]{43}$/), title: '(no subject)' });
      expect(Math.abs(message.sentAt.getTime() - Date.now())).toBeLessThan(60_000);
    });

    it('has the time of its arrival if its date is in the future', async () => {
      const { message } = await readOnly('future', 'Date: Fri, 01 Jan 2199 00:00:00 +0000\r\n\r\nx');
      expect(message.sentAt.getTime()).toBeLessThan(Date.now() + 60_000);
    });

    it('is read to a limit if it has many levels and parts, and is attached completely', async () => {
      const deep = Array.from({ length: 60 }).reduce<string>(
        (inner) => mime('multipart/mixed', [inner]),
        part('text/plain', 'deep'),
      );
      const { message, threads } = await readOnly('deep', `Subject: Deep\r\n${deep}`);
      expect(message.thread.title).toBe('Deep');
      expect(message.attachments).toMatchObject([{ name: 'message.eml', mimeType: 'message/rfc822' }]);
      expect((await bytesOf(threads, message, message.attachments[0]!.id)).toString()).toContain('deep');

      const wide = mime(
        'multipart/mixed',
        Array.from({ length: 600 }, (_, n) => part(`image/png; name="${n}.png"`, '')),
      );
      expect((await readOnly('wide', wide)).message.attachments.length).toBeLessThanOrEqual(500);
    });

    it('is cut after a mebibyte and attached completely', async () => {
      const text = `${'ä'.repeat(2_000_000)}end`;
      const body = text.replace(/.{900}/gu, '$&\r\n');
      const { message, threads } = await readOnly('long', part('text/plain; charset=utf-8', body, '8bit'));
      expect(Buffer.byteLength(message.body.value)).toBeLessThanOrEqual(1 << 20);
      expect(Buffer.byteLength(message.body.value)).toBeGreaterThan(1_000_000);
      expect(message.body.value).not.toContain('\ufffd');
      expect(message.attachments).toMatchObject([{ name: 'message.txt', mimeType: 'text/plain' }]);
      expect((await bytesOf(threads, message, message.attachments[0]!.id)).toString()).toBe(body);
    });

    it('has attachments that can be read in parts', async () => {
      const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * 7) % 251));
      const encoded = bytes.toString('base64').replace(/.{76}/g, '$&\r\n');
      const { message, threads } = await readOnly(
        'large',
        mime('multipart/mixed', [part('text/plain', 'see'), part('application/zip; name=a.zip', encoded, 'base64')]),
      );
      const { id } = message.attachments[0]!;
      expect((await bytesOf(threads, message, id)).equals(bytes)).toBe(true);
      const range = await threads.attachment(message.id, id, { range: { start: 2_000_000, end: 2_000_009 } });
      expect(range.startsAt).toBe(2_000_000);
      expect(Buffer.concat(await range.body.toArray()).equals(bytes.subarray(2_000_000, 2_000_010))).toBe(true);
      const raw = await threads.raw!(message.id, { range: { start: 10 } });
      expect(Buffer.concat(await raw.body.toArray()).length).toBe(raw.size! - 10);
    });

    it('stays unread after it is read by us', async () => {
      const { message, threads } = await readOnly('unread', part('text/plain', 'new'));
      await (await threads.raw!(message.id)).body.toArray();
      expect(await world.outside.client.status('unread', { unseen: true })).toMatchObject({ unseen: 1 });
      expect(message.isUnread).toBe(true);
    });
  });

  describe('a mailbox', () => {
    it('comes newest first, and resumes after every batch and every broken connection', async () => {
      await world.outside.addChannel('many');
      for (let n = 1; n <= 230; n++)
        await world.outside.append('many', `Subject: ${n}\r\nMessage-ID: <${n}@many>\r\n\r\n${n}`);
      const mirror = new MessageMirror();
      const batches = [];
      let broken = 0;
      for (let more = true; more; ) {
        const { account, threads } = open();
        account.call = testAccount({}).call;
        const sockets = dialled(account);
        let isFirst = true;
        const known = mirror.messages.has.bind(mirror.messages);
        const breaking: ThreadReads = {
          ...threads,
          messages: (channel, options) =>
            threads.messages(channel, {
              ...options,
              async known(ids) {
                // At that moment, the next command is on its way.
                if (isFirst) setImmediate(() => sockets.at(-1)!.destroy());
                broken += Number(isFirst);
                isFirst = false;
                return new Set(ids.filter(known));
              },
            }),
        };
        const some = await mirror.follow(breaking, 'many' as RemoteId, 1);
        if (!isFirst) expect(sockets.length).toBeGreaterThan(1);
        batches.push(...some.map(({ messages }) => messages.map(({ thread }) => Number(thread.title))));
        more = some.length > 0;
      }
      expect(broken).toBe(2);
      expect(batches[0]![0]).toBe(230);
      expect(batches.flat().length).toBe(230);
      expect(new Set(batches.flat()).size).toBe(230);
      expect(batches.map((batch) => batch.length).filter((length) => length > 0)).toEqual([200, 30]);
    });

    it('fetches only marks when it is read again', async () => {
      await world.outside.addChannel('again');
      const key = await world.outside.append('again', 'Subject: one\r\n\r\none');
      const mirror = new MessageMirror();
      await read(open().threads, 'again', mirror);
      await world.outside.flag(key, '\\Flagged', true);
      mirror.cursor = null;
      const batches = await mirror.follow(open().threads, 'again' as RemoteId);
      expect(batches.flatMap(({ messages }) => messages)).toEqual([]);
      expect(mirror.of('again' as RemoteId)).toMatchObject([{ isFlagged: true }]);
    });

    it('reports new messages, marks and deletions in one batch', async () => {
      await world.outside.addChannel('changes');
      const keys = [];
      for (const n of [1, 2, 3])
        keys.push(
          await world.outside.append(
            'changes',
            `Subject: ${n}\r\nDate: Sun, 0${n} Jan 2023 00:00:00 +0000\r\n\r\n${n}`,
          ),
        );
      const mirror = new MessageMirror();
      await read(open().threads, 'changes', mirror);
      await world.outside.move(keys[0]!, 'Sent');
      await world.outside.flag(keys[1]!, '\\Flagged', true);
      await world.outside.append('changes', 'Subject: 4\r\nDate: Wed, 04 Jan 2023 00:00:00 +0000\r\n\r\n4', ['\\Seen']);
      const after = await read(open().threads, 'changes', mirror);
      expect(after.map(({ thread, isFlagged, isUnread }) => [thread.title, isFlagged, isUnread])).toEqual([
        ['2', true, true],
        ['3', false, true],
        ['4', false, false],
      ]);
    });

    it('has the same state on every connection, however long each has had it open', async () => {
      await world.outside.addChannel('seen');
      const key = await world.outside.append('seen', 'Subject: old\r\n\r\nold');
      const { account, threads } = open();
      const sockets = dialled(account);
      const mirror = new MessageMirror();
      const [old] = await read(threads, 'seen', mirror);
      await Promise.all([1, 2, 3, 4, 5, 6].map(async () => (await threads.raw!(old!.id)).body.toArray()));
      expect(sockets.length).toBeGreaterThan(1);
      for (const subject of ['one', 'two', 'three']) {
        await world.outside.append('seen', `Subject: ${subject}\r\n\r\n${subject}`);
        await world.outside.flag(key, '\\Flagged', subject !== 'two');
        const messages = await read(threads, 'seen', mirror);
        const found = messages.find(({ thread }) => thread.title === subject);
        expect(found).toBeDefined();
        expect(messages.find(({ id }) => id === old!.id)!.isFlagged).toBe(subject !== 'two');
        const [one, two] = await Promise.all([threads.raw!(found!.id), threads.raw!(found!.id)]);
        await Promise.all([one.body.toArray(), two.body.toArray()]);
      }
    });

    it('is read again after it was recreated', async () => {
      const { client } = world.outside;
      await world.outside.addChannel('anew');
      await world.outside.append('anew', 'Subject: old\r\n\r\nold');
      const mirror = new MessageMirror();
      const [old] = await read(open().threads, 'anew', mirror);
      const before = await client.status('anew', { uidValidity: true });
      await client.mailboxClose();
      await client.mailboxDelete('anew');
      await client.mailboxCreate('anew');
      await world.outside.append('anew', 'Subject: new\r\n\r\nnew');
      expect(await client.status('anew', { uidValidity: true })).not.toEqual(before);
      const { threads } = open();
      await expect(read(threads, 'anew', mirror)).rejects.toMatchObject({ code: 'cursor_expired' });
      await expect(threads.raw!(old!.id)).rejects.toMatchObject({ code: 'not_found' });
      mirror.cursor = null;
      expect((await read(threads, 'anew', mirror)).map(({ thread }) => thread.title)).toEqual(['new']);
    });

    it('is not found after it was deleted', async () => {
      await expect(read(open().threads, 'no such')).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  it('uses few connections, and closes all of them at the end', async () => {
    const { account, session, threads } = open();
    const sockets = dialled(account);
    await Promise.all(Array.from({ length: 20 }, () => threads.channels(null)));
    expect(sockets.length).toBeLessThanOrEqual(3);
    await session[Symbol.asyncDispose]();
    await expect(threads.channels(null)).rejects.toMatchObject({ code: 'unavailable' });
    expect(sockets.every(({ destroyed }) => destroyed)).toBe(true);
  });
});

/** Records the connections that an account opens from now on. */
function dialled(account: AccountContext): Socket[] {
  const sockets: Socket[] = [];
  const { dial } = account;
  account.dial = async (...to) => {
    const socket = await dial(...to);
    sockets.push(socket);
    return socket;
  };
  return sockets;
}
