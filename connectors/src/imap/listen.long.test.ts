import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { provide, startDovecot } from '@sheaf/sandbox';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { RemoteId } from '../kit/session.ts';
import { createImapAccount } from './account.ts';
import { createListen } from './listen.ts';
import { patience } from './session/patience.ts';
import { type MailWorld, openMailWorld } from './testing/mail-world.ts';

const dovecot = provide('dovecot');
const NO_IDLE = 'imap_capability = IMAP4rev1 SASL-IR UIDPLUS AUTH=PLAIN';

describe.skipIf(dovecot === null).each([
  ['IDLE', ''],
  ['NOOP, where there is no IDLE', NO_IDLE],
])('listening by %s', (_name, settings) => {
  let world: MailWorld;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const server = await startDovecot(dovecot!, settings);
    world = await openMailWorld(server);
    close = () => world.stop();
    await world.outside.client.mailboxCreate('Other');
  });
  afterAll(() => close());

  /** Renews IDLE, and checks other mailboxes, many times a second instead of every few minutes. */
  function listen(channels: string[], signal = new AbortController().signal) {
    const account = createImapAccount(world.account, patience);
    return createListen(account, { renewMs: 150, askMs: 100 })(channels as RemoteId[], signal)[Symbol.asyncIterator]();
  }

  /** Appends mails until it yields, because anything before the start of listening is missed. */
  async function hears(events: AsyncIterator<void>, mailbox: string, flags: string[] = []): Promise<void> {
    const next = events.next();
    let result = null;
    while (result === null) {
      await world.outside.append(mailbox, 'Subject: News\r\n\r\nx', flags);
      result = await Promise.race([next, wait(100, null)]);
    }
    expect(result).toEqual({ done: false, value: undefined });
  }

  /** It may have received several mails. */
  async function ends(events: AsyncIterator<void>): Promise<void> {
    while (!(await events.next()).done);
  }

  it.each(['INBOX', 'Other'])('yields when something happens in %s, and again', async (mailbox) => {
    const events = listen(['INBOX', 'Other']);
    for (const flags of [[], ['\\Seen']]) await hears(events, mailbox, flags);
    await events.return?.();
  });

  function watchSockets(): Socket[] {
    const sockets: Socket[] = [];
    const { dial } = world.account;
    world.account.dial = async (...to) => {
      const socket = await dial(...to);
      sockets.push(socket);
      return socket;
    };
    onTestFinished(() => {
      world.account.dial = dial;
    });
    return sockets;
  }

  it('ends when it is aborted, and closes its connection', async () => {
    const sockets = watchSockets();
    const stop = new AbortController();
    const events = listen(['INBOX'], stop.signal);
    await hears(events, 'INBOX');
    const ended = ends(events);
    stop.abort();
    await ended;
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
  });

  it('ends when it is aborted while connecting', async () => {
    const stop = new AbortController();
    const account = createImapAccount(world.account, patience);
    const connect = async () => {
      const client = await account.connect();
      stop.abort();
      return client;
    };
    const events = createListen({ ...account, connect }, patience)(['INBOX' as RemoteId], stop.signal);
    expect(await events[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined });
  });

  it('ends when the server closes the connection', async () => {
    const sockets = watchSockets();
    const events = listen(['INBOX', 'Other']);
    await hears(events, 'INBOX');
    const ended = ends(events);
    sockets[0]!.end();
    await ended;
  });
});
