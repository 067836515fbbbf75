import type { ImapFlow } from 'imapflow';
import type { ThreadReads } from '../kit/threads.ts';
import type { ImapAccount } from './account.ts';
import type { Patience } from './session/patience.ts';

const MAX_ASKED = 50;

/**
 * Waits on a connection in one mailbox: the inbox, or else the first one. A server reports changes of one mailbox only,
 * so the status of the others is requested every few minutes. Ends when the connection does.
 */
export function createListen(
  account: ImapAccount,
  { renewMs, askMs }: Pick<Patience, 'renewMs' | 'askMs'>,
): NonNullable<ThreadReads['listen']> {
  return async function* listen(channels, signal) {
    const [first, ...rest] = [...channels].sort((a, b) => Number(isInbox(b)) - Number(isInbox(a)));
    if (first === undefined || signal.aborted) return;
    const others = rest.slice(0, MAX_ASKED);
    const client = await account.context.call(() => account.connect(), { signal });
    const canIdle = client.capabilities.has('IDLE');
    let isNews = false;
    let wake = () => {};
    let idling: Promise<void> | null = null;
    const notice = () => {
      isNews = true;
      wake();
    };
    const stop = () => client.close();
    client
      .on('exists', notice)
      .on('expunge', notice)
      .on('flags', notice)
      .on('close', () => wake());
    signal.addEventListener('abort', stop, { once: true });
    // It may have been aborted while connecting.
    if (signal.aborted) stop();
    try {
      await client.mailboxOpen(first, { readOnly: true });
      let before = await stateOf(client, others);
      while (client.usable) {
        if (canIdle)
          idling ??= waitInMailbox(client).then(() => {
            idling = null;
            wake();
          });
        if (!isNews) {
          const isDue = await sleep(canIdle && others.length === 0 ? renewMs : askMs, (now) => (wake = now));
          // The server ended IDLE, but not the connection.
          if (!isDue && !isNews && idling === null) return;
        }
        if (!isNews) {
          // Any command ends IDLE; without IDLE, the server reports changes in its answer to this one.
          await client.noop();
          const now = await stateOf(client, others);
          await idling;
          isNews ||= now !== before;
          before = now;
        }
        if (!isNews || !client.usable) continue;
        isNews = false;
        yield;
      }
    } catch (error) {
      if (client.usable) throw error;
    } finally {
      signal.removeEventListener('abort', stop);
      client.close();
    }
  };
}

const isInbox = (path: string) => path.toUpperCase() === 'INBOX';

/** Returns true after the time has passed, false if the function given to `onWake` was called. */
function sleep(ms: number, onWake: (wake: () => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), ms);
    onWake(() => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}

/** Waits by IDLE until another command runs or the connection ends. */
const waitInMailbox = (client: ImapFlow): Promise<void> =>
  client.idle().then(
    () => {},
    () => {},
  );

async function stateOf(client: ImapFlow, mailboxes: readonly string[]): Promise<string> {
  const states: string[] = [];
  for (const path of mailboxes) {
    const items = { messages: true, uidNext: true, uidValidity: true, unseen: true, highestModseq: true };
    const status = await client.status(path, items).catch(() => null);
    states.push(status ? Object.values(status).join(' ') : '');
  }
  return states.join('\n');
}
