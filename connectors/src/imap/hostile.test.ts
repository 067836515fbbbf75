import type { Socket } from 'node:net';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MessageMirror } from '../kit/conformance/threads/mirror.ts';
import type { RemoteId, Session } from '../kit/session.ts';
import { certificate } from '../kit/testing/certificate.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { openImap } from './index.ts';
import { cursorOf } from './messages/cursor.ts';
import { patience } from './session/patience.ts';
import { type Script, startScriptedServer } from './testing/scripted-server.ts';

const USUAL = { ...patience, maxBytes: 1 << 20 };
/** Short timeouts for servers that time out; a busy machine may need longer for those that answer. */
const QUICK = { ...USUAL, greetingMs: 500, signInMs: 1000, silenceMs: 700, maxTaskMs: 1500 };
const INBOX = 'INBOX' as RemoteId;

const trusted = tls.getCACertificates('default');
beforeAll(() => tls.setDefaultCACertificates([...trusted, certificate]));
afterAll(() => tls.setDefaultCACertificates(trusted));

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});

async function open(script: Script, security = 'tls', how = USUAL): Promise<Session> {
  const server = await startScriptedServer(script);
  opened.push({ close: server.stop });
  const fields = { host: '127.0.0.1', port: String(server.port), security, username: 'ada', password: 'x' };
  const account = testAccount({ fields });
  account.call = (work) => work();
  const session = openImap(account, how);
  opened.push({ close: () => session[Symbol.asyncDispose]() });
  return session;
}

const isGivenUp = (message: RegExp) => message.source.includes('doesn’t answer');
const follow = (session: Session, mirror = new MessageMirror()) => mirror.follow(session.threads!, INBOX);

/** Formats a message as a FETCH answer. */
function fetched(
  uid: number,
  header = `Subject: ${uid}\r\n\r\n`,
  structure = '("TEXT" "PLAIN" NIL NIL NIL "7BIT" 1 1)',
) {
  return `* ${uid} FETCH (UID ${uid} FLAGS () INTERNALDATE "01-Jan-2024 00:00:00 +0000" RFC822.SIZE 9 BODYSTRUCTURE ${structure} BODY[HEADER]<0> {${header.length}}\r\n${header})\r\n`;
}

/** Writes without end, as fast as the reader accepts it. */
function flood(socket: Socket, text: string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', more);
  more();
}

describe('before signing in', () => {
  it.each<[string, Script, string, RegExp]>([
    ['never a greeting', { greeting: null }, 'unavailable', /doesn’t answer/],
    ['never an answer', { answers: { '*': () => {} } }, 'unavailable', /doesn’t answer/],
    [
      'something else than IMAP',
      { greeting: 'HTTP/1.1 400 Bad Request' },
      'unavailable',
      /doesn’t answer|isn’t|aren’t/,
    ],
    ['no TLS', { isPlain: true }, 'unavailable', /doesn’t support TLS on this port/],
    ['too many connections', { greeting: '* BYE Too many connections' }, 'rate_limited', /Too many connections/],
    [
      'no sign-in',
      { answers: { LOGIN: (socket, { tag }) => socket.write(`${tag} NO [UNAVAILABLE] later\r\n`) } },
      'unavailable',
      /later/,
    ],
    [
      'another kind of password',
      {
        answers: {
          LOGIN: (socket, { tag }) => socket.write(`${tag} NO [ALERT] Application-specific password required\r\n`),
        },
      },
      'auth_revoked',
      /It says: Application-specific password required/,
    ],
    [
      'passwords refused altogether',
      {
        answers: {
          CAPABILITY: (socket, { tag }) => socket.write(`* CAPABILITY IMAP4rev1 LOGINDISABLED\r\n${tag} OK\r\n`),
        },
      },
      'forbidden',
      /sign-in with a password/,
    ],
  ])('%s', async (_name, script, code, message) => {
    const session = await open(script, 'tls', isGivenUp(message) ? QUICK : USUAL);
    await expect(session.identity()).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('gives up on a server that sends one byte at a time', async () => {
    const drip = (socket: Socket) => {
      const timer = setInterval(() => socket.write('x'), 50);
      socket.on('close', () => clearInterval(timer));
    };
    const session = await open({ answers: { CAPABILITY: drip } }, 'tls', QUICK);
    await expect(session.identity()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('doesn’t answer'),
    });
  });

  it.each<[string, Script, string, RegExp]>([
    [
      'no STARTTLS',
      { answers: { STARTTLS: (socket, { tag }) => socket.write(`${tag} BAD what\r\n`) } },
      'unavailable',
      /doesn’t offer STARTTLS/,
    ],
    [
      'text between consent and TLS',
      { answers: { STARTTLS: (socket, { tag }) => socket.write(`${tag} OK\r\n* PREAUTH welcome\r\n`) } },
      'forbidden',
      /unencrypted text/,
    ],
    ['signed in already', { greeting: '* PREAUTH welcome' }, 'unavailable', /doesn’t offer STARTTLS/],
    ['a farewell', { greeting: '* BYE Too many connections' }, 'rate_limited', /Too many connections/],
    ['a line without end', { greeting: 'x'.repeat(100_000) }, 'unavailable', /doesn’t offer STARTTLS/],
    ['silence', { greeting: null }, 'unavailable', /doesn’t answer/],
    [
      'STARTTLS without TLS',
      {
        answers: {
          STARTTLS: (socket, { tag }) => socket.write(`${tag} OK\r\n`),
          // The TLS handshake may contain the end of a line by chance.
          '*': () => {},
        },
      },
      'unavailable',
      /doesn’t answer/,
    ],
  ])('by STARTTLS: %s', async (_name, script, code, message) => {
    const heard: string[] = [];
    const hear = (line: string) => void heard.push(line);
    const session = await open({ ...script, isPlain: true, hear }, 'starttls', isGivenUp(message) ? QUICK : USUAL);
    await expect(session.identity()).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    // Neither the name nor the password was sent without TLS.
    expect(heard.filter((line) => /ada|LOGIN|AUTHENTICATE/i.test(line))).toEqual([]);
  });
});

describe('while reading', () => {
  it('skips garbage between the answers', async () => {
    const session = await open({
      answers: {
        'UID FETCH': (socket, { tag, text }) => {
          const body = text.includes('BODYSTRUCTURE')
            ? fetched(1) + fetched(2)
            : '* 1 FETCH (UID 1 BODY[1]<0> {1}\r\nx)\r\n';
          socket.write(
            `* )(((\r\n* 99999999999999999999 EXISTS\r\n\0\0\r\n* 1 FETCH\r\nZZ9 OK no such tag\r\n${body}* BLAH [NIL]\r\n${tag} OK\r\n`,
          );
        },
      },
    });
    const mirror = new MessageMirror();
    await follow(session, mirror);
    expect(
      mirror
        .of(INBOX)
        .map(({ thread }) => thread.title)
        .sort(),
    ).toEqual(['1', '2']);
  });

  it('loses only one message to a literal of four gigabytes', async () => {
    const session = await open({
      answers: {
        'UID FETCH': (socket, { tag, text }) => {
          const isBoth = text.includes(' 1:2 ');
          const uid = text.includes(' 1 ') ? 1 : 2;
          if (!text.includes('BODYSTRUCTURE'))
            socket.write(`* ${uid} FETCH (UID ${uid} BODY[1]<0> {1}\r\nx)\r\n${tag} OK\r\n`);
          else if (isBoth || uid === 1) socket.write('* 1 FETCH (UID 1 BODY[HEADER] {4294967296}\r\n');
          else socket.write(`${fetched(2)}${tag} OK\r\n`);
        },
      },
    });
    const batches = await follow(session);
    expect(batches.flatMap(({ messages }) => messages).map(({ thread }) => thread.title)).toEqual(['2']);
    expect(batches.flatMap(({ failures }) => failures)).toMatchObject([
      { id: '7/1/INBOX', error: { code: 'forbidden' } },
    ]);
  });

  it.each<[string, Script, string]>([
    ['an answer that never comes', { answers: { EXAMINE: () => {} } }, 'unavailable'],
    [
      'garbage without end',
      { answers: { EXAMINE: (socket) => flood(socket, `* ${'x'.repeat(50_000)}\r\n`) } },
      'forbidden',
    ],
    ['a line without end', { answers: { EXAMINE: (socket) => flood(socket, 'x'.repeat(100_000)) } }, 'forbidden'],
    [
      'a refusal of everything',
      { answers: { EXAMINE: (socket, { tag }) => socket.write(`${tag} BAD\r\n`) } },
      'forbidden',
    ],
    [
      'no permission',
      { answers: { EXAMINE: (socket, { tag }) => socket.write(`${tag} NO [NOPERM] no\r\n`) } },
      'forbidden',
    ],
    [
      'a full mailbox',
      { answers: { EXAMINE: (socket, { tag }) => socket.write(`${tag} NO [OVERQUOTA] full\r\n`) } },
      'quota_full',
    ],
    ['an end in the middle', { answers: { EXAMINE: (socket) => socket.end('* 3 EXI') } }, 'unavailable'],
    ['a farewell', { answers: { EXAMINE: (socket) => socket.end('* BYE Too many connections\r\n') } }, 'rate_limited'],
    [
      'a search that fails',
      { answers: { 'UID SEARCH': (socket, { tag }) => socket.write(`${tag} NO\r\n`) } },
      'unavailable',
    ],
  ])('%s', async (_name, script, code) => {
    const how = code === 'unavailable' ? QUICK : USUAL;
    await expect(follow(await open(script, 'tls', how))).rejects.toMatchObject({ code });
  });

  it('doesn’t count four billion deleted messages one by one', async () => {
    const session = await open({
      answers: {
        EXAMINE: (socket, { tag }) =>
          socket.write(
            `* 1 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 3] x\r\n* OK [HIGHESTMODSEQ 20] x\r\n${tag} OK\r\n`,
          ),
        'UID FETCH': (socket, { tag }) => socket.write(`* VANISHED (EARLIER) 1:4294967295,5,x:y\r\n${tag} OK\r\n`),
        'UID SEARCH': (socket, { tag }) => socket.write(`* SEARCH 2\r\n${tag} OK\r\n`),
      },
    });
    const mirror = new MessageMirror();
    mirror.cursor = cursorOf({ validity: '7', next: 3, count: 2, modseq: '9' });
    const batches = await follow(session, mirror);
    expect(batches).toMatchObject([{ deleted: [], present: { since: null, ids: ['7/2/INBOX'] } }]);
  });

  it('reads messages in an unusual format', async () => {
    const session = await open({
      answers: {
        'UID FETCH': (socket, { tag, text }) => {
          const heads = (fetched(1) + fetched(2)).replaceAll('FLAGS ()', 'FLAGS (~odd)');
          const bodies = [1, 2]
            .map((uid) => `* ${uid} FETCH (UID ${uid} FLAGS (~odd) BODY[1]<0> {1}\r\nx)\r\n`)
            .join('');
          socket.write(`${text.includes('BODYSTRUCTURE') ? heads : bodies}${tag} OK\r\n`);
        },
      },
    });
    const messages = (await follow(session)).flatMap((batch) => batch.messages);
    expect(messages.map(({ thread, body }) => [thread.title, body.value]).sort()).toEqual([
      ['1', 'x'],
      ['2', 'x'],
    ]);
  });

  it('loses only the requested messages if messages don’t end', async () => {
    const session = await open({
      answers: { 'UID FETCH': (socket) => flood(socket, fetched(99).repeat(100)) },
    });
    const batches = await follow(session);
    expect(batches.flatMap(({ messages }) => messages)).toEqual([]);
    expect(batches.flatMap(({ failures }) => failures)).toMatchObject([
      { id: '7/2/INBOX', error: { code: 'forbidden' } },
      { id: '7/1/INBOX', error: { code: 'forbidden' } },
    ]);
  });

  it('continues after the refusal of a command', async () => {
    let asked = 0;
    const session = await open({
      answers: {
        'UID FETCH': (socket, { tag, text }) => {
          asked += 1;
          if (asked === 1) socket.write(`${tag} NO [INUSE] later\r\n`);
          else if (text.includes('BODYSTRUCTURE')) socket.write(`${fetched(1)}${fetched(2)}${tag} OK\r\n`);
          else socket.write(`${tag} OK\r\n`);
        },
      },
    });
    await expect(follow(session)).rejects.toMatchObject({ code: 'unavailable' });
    const messages = (await follow(session)).flatMap((batch) => batch.messages);
    expect(messages.map(({ thread }) => thread.title).sort()).toEqual(['1', '2']);
  });

  it('ignores messages that weren’t requested', async () => {
    const session = await open({
      answers: {
        'UID FETCH': (socket, { tag, text }) =>
          socket.write(`${text.includes('BODYSTRUCTURE') ? fetched(99) + fetched(1) + fetched(1) : ''}${tag} OK\r\n`),
      },
    });
    const messages = (await follow(session)).flatMap((batch) => batch.messages);
    expect(messages.map(({ thread }) => thread.title)).toEqual(['1']);
  });
});
