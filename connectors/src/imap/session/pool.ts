import type { ImapFlow } from 'imapflow';
import { ConnectorError, plainError } from '../../kit/errors.ts';
import { causeOf } from './gateway.ts';
import type { Patience } from './patience.ts';

/** The connections of one session, each for one task at a time. Many servers allow ten for an account. */
export interface Pool {
  /** A connection that has `mailbox` open is preferred. A connection that breaks or takes too long isn’t used again. */
  use<T>(mailbox: string | null, work: (client: ImapFlow) => Promise<T>, options?: TaskOptions): Promise<T>;
  close(): Promise<void>;
}

export interface TaskOptions {
  signal?: AbortSignal;
  /** The bytes that the task may receive, if not the default. */
  maxBytes?: number;
}

interface Line {
  client: ImapFlow;
  idle?: NodeJS.Timeout;
}

const MAX_LINES = 3;
const IDLE_MS = 30_000;
const LOOK_MS = 250;

export function createPool(
  connect: () => Promise<ImapFlow>,
  { maxTaskMs, maxBytes }: Pick<Patience, 'maxTaskMs' | 'maxBytes'>,
): Pool {
  const free: Line[] = [];
  const busy = new Set<Line>();
  let opening: Promise<Line> | undefined;
  let waiting: { resolve(): void; reject(error: unknown): void }[] = [];
  let isClosed = false;

  /**
   * Waiting tasks look for a connection again, or fail with the error of the new one: a wrong password is tried once,
   * not by each.
   */
  function settle(error?: unknown): void {
    const those = waiting;
    waiting = [];
    for (const { resolve, reject } of those)
      if (error === undefined) resolve();
      else reject(error);
  }

  async function open(): Promise<Line> {
    try {
      opening = connect().then((client) => ({ client }));
      const line = await opening;
      if (isClosed) {
        line.client.close();
        throw closedError();
      }
      opening = undefined;
      return line;
    } catch (error) {
      opening = undefined;
      settle(error);
      throw error;
    }
  }

  async function take(mailbox: string | null): Promise<Line> {
    for (;;) {
      if (isClosed) throw closedError();
      const usable = free.filter(({ client }) => client.usable);
      const found = usable.find(({ client }) => client.mailbox && client.mailbox.path === mailbox) ?? usable[0];
      if (found) {
        clearTimeout(found.idle);
        free.splice(free.indexOf(found), 1);
        busy.add(found);
        return found;
      }
      if (opening === undefined && busy.size < MAX_LINES) {
        const line = await open();
        busy.add(line);
        settle();
        return line;
      }
      await new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }));
    }
  }

  function giveBack(line: Line): void {
    busy.delete(line);
    if (line.client.usable && !isClosed) {
      free.push(line);
      line.idle = setTimeout(() => {
        free.splice(free.indexOf(line), 1);
        line.client.close();
      }, IDLE_MS);
      line.idle.unref();
    } else line.client.close();
    settle();
  }

  return {
    async use(mailbox, work, { signal, maxBytes: limit = maxBytes } = {}) {
      const line = await take(mailbox);
      const { client } = line;
      const before = client.stats().received;
      let problem: ConnectorError | undefined;
      const stop = (reason?: ConnectorError) => {
        problem = reason;
        client.close();
      };
      const abort = () => stop();
      const late = setTimeout(() => stop(plainError('unavailable', 'The mail server takes too long')), maxTaskMs);
      const look = setInterval(() => {
        if (client.stats().received - before > limit)
          stop(new ConnectorError('forbidden', 'The mail server sends more than it was asked for'));
      }, LOOK_MS);
      signal?.addEventListener('abort', abort, { once: true });
      try {
        signal?.throwIfAborted();
        return await work(client);
      } catch (error) {
        signal?.throwIfAborted();
        throw problem ?? causeOf(client, error);
      } finally {
        signal?.removeEventListener('abort', abort);
        clearTimeout(late);
        clearInterval(look);
        giveBack(line);
      }
    },
    async close() {
      isClosed = true;
      settle(closedError());
      for (const { client, idle } of [...free, ...busy]) {
        clearTimeout(idle);
        client.close();
      }
      free.length = 0;
      await opening?.catch(() => {});
    },
  };
}

const closedError = () => new ConnectorError('unavailable', 'The session is closed');
