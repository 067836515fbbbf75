import { describe, expect, it } from 'vitest';
import type { Capability } from '../../connector.ts';
import type { Cursor, RemoteId } from '../../remote.ts';
import type { MessageBatch } from '../../threads.ts';
import { expectFailure } from '../suite.ts';
import { MessageMirror } from './mirror.ts';
import { drain, type ThreadSuite } from './suite.ts';

/**
 * Tests that an updated copy equals the source: by the account’s feed if there is one, otherwise channel by channel.
 */
export function describeUpdates(suite: () => ThreadSuite, can: (capability: Capability) => boolean): void {
  const byFeed = can('threads.changes');

  /** Sets up a channel with a thread of two messages and another message, read completely. */
  async function watched() {
    const { threads, outside, freshChannel, reopened } = suite();
    const { id, name } = await freshChannel();
    const first = await outside.post(name, { subject: 'Harvest', text: 'first' });
    const second = await outside.post(name, { subject: 'Re: Harvest', text: 'second', answers: first });
    const beside = await outside.post(name, { subject: 'Beside', text: 'beside' });
    let feed: Cursor | undefined = await threads.changes?.start();
    const mirror = new MessageMirror();
    await mirror.follow(threads, id);
    const update = async (): Promise<MessageBatch[]> => {
      const session = reopened().threads!;
      if (!session.changes) return mirror.follow(session, id);
      const batches: MessageBatch[] = [];
      for await (const batch of session.changes.since(feed!, new AbortController().signal)) {
        mirror.take(batch, null);
        feed = batch.cursor;
        batches.push(batch);
      }
      return batches;
    };
    return { id, name, keys: { first, second, beside }, mirror, update };
  }

  describe('updates', () => {
    it('fetch no message again when nothing happened', async () => {
      const { update } = await watched();
      await update();
      const again = await update();
      expect(again.flatMap(({ messages }) => messages)).toEqual([]);
      expect(again.flatMap(({ deleted }) => deleted)).toEqual([]);
    });

    it('fetch a new message and an answer in its thread', async () => {
      const { outside } = suite();
      const { id, name, keys, mirror, update } = await watched();
      await outside.post(name, { subject: 'Re: Harvest', text: 'third', answers: keys.second });
      await outside.post(name, { subject: 'News', text: 'news' });
      await update();
      expect(mirror.texts(id)).toEqual(expect.arrayContaining(['first', 'second', 'beside', 'third', 'news']));
      const threadOf = (text: string) => mirror.of(id).findLast(({ body }) => body.value.includes(text))!.thread.id;
      expect(threadOf('third')).toBe(threadOf('second'));
    });

    it('follow an edit, if messages can be edited', async () => {
      const { outside } = suite();
      if (!outside.edit) return;
      const { id, keys, mirror, update } = await watched();
      await outside.edit(keys.beside, 'beside, mended');
      await update();
      expect(mirror.texts(id)).toContain('beside, mended');
      expect(mirror.texts(id)).not.toContain('beside');
      expect(mirror.of(id).find(({ body }) => body.value.includes('mended'))!.editedAt).toBeInstanceOf(Date);
    });

    it('follow a deletion', async () => {
      const { outside } = suite();
      const { id, keys, mirror, update } = await watched();
      await outside.remove(keys.beside);
      await update();
      expect(mirror.texts(id)).not.toContain('beside');
      expect(mirror.texts(id)).toContain('second');
    });

    it('follow read marks, if the source reports them', async () => {
      const { outside } = suite();
      if (!outside.markRead) return;
      const { id, keys, mirror, update } = await watched();
      const unread = () => mirror.of(id).find(({ body }) => body.value.includes('beside'))!.isUnread;
      for (const isRead of [true, false, true]) {
        await outside.markRead(keys.beside, isRead);
        await update();
        expect(unread()).toBe(!isRead);
      }
    });

    it('follow a message into a second channel, if it can be in several', async () => {
      const { outside, freshChannel } = suite();
      if (!outside.file) return;
      const other = await freshChannel();
      const { id, keys, mirror, update } = await watched();
      await outside.file(keys.beside, other.name);
      await update();
      const message = mirror.of(id).find(({ body }) => body.value.includes('beside'))!;
      expect(message.channelIds).toContain(other.id);
      expect(message.channelIds).toContain(id);
    });

    it('start over at an unreadable cursor', async () => {
      const { threads, freshChannel } = suite();
      const { id } = await freshChannel();
      const signal = new AbortController().signal;
      const from = 'not a cursor' as Cursor;
      const known = async () => new Set<RemoteId>();
      await expectFailure(drain(threads.messages(id, { from, signal, known })), 'cursor_expired');
      if (byFeed) await expectFailure(drain(threads.changes!.since(from, signal)), 'cursor_expired');
    });
  });
}
