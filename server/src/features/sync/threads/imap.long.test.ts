import tls from 'node:tls';
import { contract } from '@sheaf/contract';
import { type ImapServer, provide, startDovecot } from '@sheaf/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, type TestPerson } from '../../../testing/people.ts';
import { connectWithFields, syncAccount } from '../../../testing/sign-in/consent.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import { startListening } from './listen.ts';

const dovecot = provide('dovecot');
const { sources, documents } = contract;

describe.skipIf(dovecot === null)('mail of a real server', () => {
  let app: TestApp;
  let server: ImapServer;
  let me: TestPerson;
  const trusted = tls.getCACertificates('default');
  beforeAll(async () => {
    server = await startDovecot(dovecot!);
    tls.setDefaultCACertificates([...trusted, server.certificate]);
    app = await testApp({ privateNetworks: ['127.0.0.0/8'] });
    me = await person(app);
  });
  afterAll(async () => {
    await app.close();
    await server.stop();
    tls.setDefaultCACertificates(trusted);
  });

  function connectMail(password = server.users[0]!.password): Promise<string> {
    const fields = { host: server.host, port: String(server.tlsPort), security: 'tls', username: 'ada', password };
    return connectWithFields(me, 'imap', fields);
  }

  /** Speaks just enough of the protocol to change what is on the server. */
  async function command(...commands: string[]): Promise<void> {
    const { username, password } = server.users[0]!;
    const lines = [`a LOGIN ${username} "${password}"`, ...commands.map((one) => `b ${one}`), 'c LOGOUT'];
    const socket = tls.connect({ host: server.host, port: server.tlsPort });
    let text = '';
    socket.write(`${lines.join('\r\n')}\r\n`);
    for await (const bytes of socket) text += String(bytes);
    if (text.match(/^b OK/gm)?.length !== commands.length) throw new Error(text);
  }
  const append = (mailbox: string, message: string) =>
    `APPEND ${mailbox} {${Buffer.byteLength(message)}+}\r\n${message}`;
  const deliver = (...messages: string[]) => command(...messages.map((message) => append('INBOX', message)));

  const sync = (accountId: string) => syncAccount(app, me, accountId);

  it('becomes documents for threads and attachments', async () => {
    await deliver(
      'From: Ada <ada@example.com>\r\nSubject: Harvest\r\nMessage-ID: <1@x>\r\n\r\nThe wheat is ripe',
      'From: Grace <g@example.com>\r\nSubject: Re: Harvest\r\nMessage-ID: <2@x>\r\nReferences: <1@x>\r\n\r\nLet us begin',
      'From: Ada <ada@example.com>\r\nSubject: Map\r\nMessage-ID: <3@x>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n' +
        '--b\r\nContent-Type: text/html\r\n\r\n<p>See the map<script>alert(1)</script></p>\r\n--b\r\nContent-Type: text/csv; name=map.csv\r\n\r\na,b\r\n--b--\r\n',
    );
    const id = await connectMail();
    const batch = await sync(id);
    expect(batch).toMatchObject({ status: 'completed' });
    const { data } = await me.call(documents.list, { query: { account_id: id, per_page: 100 } });
    expect(data.map(({ name }) => name).sort()).toEqual(expect.arrayContaining(['Harvest', 'Inbox', 'Map', 'map.csv']));
    await deliver('From: Eve <e@example.com>\r\nSubject: News\r\nMessage-ID: <4@x>\r\n\r\nnews');
    await sync(id);
    const after = await me.call(documents.list, { query: { account_id: id, per_page: 100 } });
    expect(after.data.map(({ name }) => name)).toContain('News');
  });

  it('is removed with its mailbox, even if the rest of the conversation is in another', async () => {
    const mail = (number: number, headers = '') =>
      `From: Ada <ada@example.com>\r\nSubject: Mill\r\nMessage-ID: <mill${number}@x>\r\n${headers}\r\nMill ${number}`;
    const answers = 'References: <mill1@x>\r\n';
    await command('CREATE Mills', append('Mills', mail(1)));
    await deliver(mail(2, answers), mail(3, answers));
    const id = await connectMail();
    const conversation = async () => {
      await sync(id);
      const { data } = await me.call(documents.list, { query: { account_id: id, search: 'Mill', per_page: 100 } });
      const thread = data.find(({ name }) => name === 'Mill')!;
      return (await me.call(documents.get, { params: { id: thread.id } })).data;
    };
    const before = await conversation();
    expect(before.conversation).toMatchObject({ messages: 3 });
    await command('DELETE Mills');
    const after = await conversation();
    expect(after).toMatchObject({ id: before.id, conversation: { messages: 2 } });
    await me.call(sources.disconnect, { params: { id } });
  });

  it('shows embedded pictures, but only of messages one may see', async () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const part = (type: string, id: string) =>
      `--b\r\nContent-Type: ${type}\r\nContent-ID: <${id}>\r\nContent-Transfer-Encoding: base64\r\n\r\n${png}\r\n`;
    await deliver(
      'From: Ada <ada@example.com>\r\nSubject: Picture\r\nMessage-ID: <picture@x>\r\nContent-Type: multipart/related; boundary=b\r\n\r\n' +
        '--b\r\nContent-Type: text/html\r\n\r\n<p>Look: <img src="cid:dot@x" alt="A dot"><img src="cid:code@x"></p>\r\n' +
        `${part('image/png', 'dot@x')}${part('image/svg+xml', 'code@x')}--b--\r\n`,
    );
    const id = await connectMail();
    await sync(id);
    const { data } = await me.call(documents.list, { query: { account_id: id, per_page: 100 } });
    // The pictures are not separate documents.
    const [thread, ...others] = data.filter(({ name }) => /picture|dot|code|png/i.test(name));
    expect(others).toEqual([]);
    const details = (await me.call(documents.get, { params: { id: thread!.id } })).data;
    const params = { id: thread!.id, message: details.messages[0]!.id };
    const pictures = (await me.call(documents.pictures, { params })).data;
    // Files that could run are not among them.
    expect(pictures).toEqual([{ content_id: 'dot@x', mime_type: 'image/png', data: png }]);
    const missing = { status: 404 };
    const stranger = await person(app);
    await expect(stranger.call(documents.pictures, { params })).rejects.toMatchObject(missing);
    const other = data.find(({ name }) => name === 'Harvest')!;
    const elsewhere = { ...params, id: other.id };
    await expect(me.call(documents.pictures, { params: elsewhere })).rejects.toMatchObject(missing);
    await me.call(sources.disconnect, { params: { id } });
  });

  it('can’t be connected with a wrong password, which the form reports', async () => {
    await expect(connectMail('wrong')).rejects.toMatchObject({
      message: expect.stringContaining('refuses the username or the password'),
    });
  });

  it('is noticed at once on arrival, and only by the listening worker', async () => {
    const id = await connectMail();
    await sync(id);
    const runs = async () =>
      (await app.services.db.selectFrom('batches').select('id').where('account_id', '=', id).execute()).length;
    const before = await runs();
    const listeners = [startListening(app.services), startListening(app.services)];
    try {
      const held = async () => (await app.services.pool.query('select from account_listeners')).rows.length;
      await expect.poll(held).toBe(1);
      // Listening starts a moment after the account was claimed.
      await expect
        .poll(
          async () => {
            await deliver('From: Eve <e@example.com>\r\nSubject: Knock\r\n\r\nknock');
            return runs();
          },
          { interval: 500 },
        )
        .toBe(before + 1);
    } finally {
      await Promise.all(listeners.map((listener) => listener.stop()));
    }
    expect((await app.services.pool.query('select from account_listeners')).rows).toEqual([]);
  });
});
