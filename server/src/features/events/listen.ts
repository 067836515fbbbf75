import pg from 'pg';
import type { Services } from '../../services.ts';

const [shortestPauseMs, longestPauseMs] = [250, 10_000];

interface Heard {
  notification(channel: string, payload: string): void;
  /** Called when listening resumes after a break. Notifications in between were lost. */
  resumed(): void;
}

/**
 * Listens to PostgreSQL on a connection of its own, opened by the first call of `start`. A broken connection is
 * reopened, with growing pauses and for as long as it takes.
 */
export function listen({ sessions, log }: Services, channels: readonly string[], heard: Heard) {
  let client: pg.Client | undefined;
  let starting: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function open(): Promise<void> {
    const fresh = new pg.Client(sessions.options);
    fresh.on('error', () => {});
    fresh.on('notification', ({ channel, payload }) => payload && heard.notification(channel, payload));
    await fresh.connect();
    await fresh.query(channels.map((channel) => `listen ${channel}`).join('; '));
    client = fresh;
    fresh.once('end', () => {
      client = undefined;
      if (!isStopped) reopen(shortestPauseMs);
    });
  }

  function reopen(pauseMs: number): void {
    timer = setTimeout(() => {
      open().then(heard.resumed, (error) => {
        log.warn({ err: error }, 'not listening for events');
        if (!isStopped) reopen(Math.min(longestPauseMs, pauseMs * 2));
      });
    }, pauseMs).unref();
  }

  return {
    /** Rejects if the first connection can't be made; the next call tries again. */
    start(): Promise<void> {
      starting ??= open().catch((error) => {
        starting = undefined;
        throw error;
      });
      return starting;
    },
    /** A connection can die unnoticed, so this sends a query. */
    async probe(): Promise<void> {
      const asked = client;
      const answer = asked?.query('select 1').then(() => true);
      const isAlive = await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 5_000, false).unref())]);
      if (asked && !isAlive) await asked.end().catch(() => {});
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await starting?.catch(() => {});
      await client?.end().catch(() => {});
    },
  };
}
