import { beforeAll, describe, expect, it } from 'vitest';
import type { AccountContext } from '../../connector.ts';
import { ConnectorError } from '../../errors.ts';
import type { Cursor, RemoteId } from '../../remote.ts';
import type { ThreadReads } from '../../threads.ts';
import { faults, faultyAccount } from '../faulty-account.ts';
import { MessageMirror } from './mirror.ts';
import type { ThreadSuite } from './suite.ts';

const { signal } = new AbortController();

/** Tests that no channel and no message counts as deleted, whichever call fails. */
export function describeFailing(suite: () => ThreadSuite): void {
  describe('drops nothing when a call', () => {
    const stored = new MessageMirror();
    let channel: RemoteId;
    let feed: Cursor | undefined;
    beforeAll(async () => {
      const { threads, outside, freshChannel } = suite();
      const { id, name } = await freshChannel();
      channel = id;
      const first = await outside.post(name, { subject: 'Harvest', text: 'first' });
      await outside.post(name, { subject: 'Re: Harvest', text: 'second', answers: first });
      feed = await threads.changes?.start();
      await stored.follow(threads, id);
      await outside.post(name, { subject: 'Later', text: 'later' });
    });

    it.each(faults)('has $name', async (fault) => {
      const { account } = suite();
      const whole = faultyAccount(account, null);
      expect(await missing(whole)).toEqual([]);
      for (const call of whole.made) {
        const gone = await missing(faultyAccount(account, { call, fault })).catch((error: unknown) => {
          expect(error, `${call}: ${String(error)}`).toBeInstanceOf(ConnectorError);
          return [];
        });
        expect(gone.map((one) => `${call}: ${one}`)).toEqual([]);
      }
    });

    /**
     * Returns what was stored and is missing after an update by channel, after a new reading, and after the account’s
     * feed.
     */
    async function missing(account: AccountContext): Promise<string[]> {
      const session = suite().connector.open(account);
      return missingFrom(session.threads!).finally(() => session[Symbol.asyncDispose]());
    }

    async function missingFrom(threads: ThreadReads): Promise<string[]> {
      const channels: RemoteId[] = [];
      let page: Cursor | null = null;
      do {
        const { items, next } = await threads.channels(page);
        channels.push(...items.map(({ id }) => id));
        page = next;
      } while (page !== null);
      const mirror = new MessageMirror();
      for (const message of stored.messages.values()) mirror.messages.set(message.id, message);
      for (const from of [stored.cursor, null]) {
        mirror.cursor = from;
        await mirror.follow(threads, channel);
      }
      if (feed) for await (const batch of threads.changes!.since(feed, signal)) mirror.take(batch, null);
      return [...(channels.includes(channel) ? [] : ['the channel']), ...stored.texts(channel)].filter(
        (text) => !mirror.texts(channel).includes(text),
      );
    }
  });
}
