import { describe, expect, it } from 'vitest';
import type { Capability } from '../../connector.ts';
import type { RemoteId } from '../../remote.ts';
import { expectFailure } from '../suite.ts';
import { MessageMirror } from './mirror.ts';
import { drain, type ThreadSuite } from './suite.ts';

/** Tests that a channel is read completely, and every message as it was sent. */
export function describeMessages(suite: () => ThreadSuite, can: (capability: Capability) => boolean): void {
  describe('messages', () => {
    it('are none in an empty channel', async () => {
      const { threads, freshChannel } = suite();
      const { id } = await freshChannel();
      const mirror = new MessageMirror();
      await mirror.follow(threads, id);
      expect(mirror.texts(id)).toEqual([]);
    });

    it('have an author, a time, a body and a thread with a title', async () => {
      const { threads, outside, freshChannel } = suite();
      const { id, name } = await freshChannel();
      const before = Date.now();
      await outside.post(name, { subject: 'Harvest', text: 'The wheat is ripe' });
      const mirror = new MessageMirror();
      await mirror.follow(threads, id);
      const [message] = mirror.of(id);
      expect(mirror.texts(id)).toEqual(['The wheat is ripe']);
      expect(message!.author.name).not.toBe('');
      // Sandboxes may have a clock of their own that differs by seconds.
      expect(message!.sentAt.getTime()).toBeGreaterThan(before - 86_400_000);
      expect(message!.thread.title).not.toBe('');
      expect(message!.attachments).toEqual([]);
    });

    it('form one thread with their answers, and no others are in it', async () => {
      const { threads, outside, freshChannel } = suite();
      const { id, name } = await freshChannel();
      const first = await outside.post(name, { subject: 'Harvest', text: 'first' });
      const second = await outside.post(name, { subject: 'Re: Harvest', text: 'second', answers: first });
      await outside.post(name, { subject: 'Re: Harvest', text: 'third', answers: second });
      const mirror = new MessageMirror();
      await mirror.follow(threads, id);
      const answers = mirror.of(id).filter(({ body }) => /second|third/.test(body.value));
      expect(new Set(answers.map(({ thread }) => thread.id)).size).toBe(1);
      const inThread = mirror.of(id).filter(({ thread }) => thread.id === answers[0]!.thread.id);
      expect(inThread.map(({ body }) => body.value.replace(/<[^>]*>/g, '').trim())).toEqual([
        'first',
        'second',
        'third',
      ]);
    });

    it('come completely from many pages, even if another session reads each batch', async () => {
      const { outside, freshChannel, reopened } = suite();
      const { id, name } = await freshChannel();
      const texts = Array.from({ length: 45 }, (_, index) => `number ${index + 1}`);
      for (const text of texts) await outside.post(name, { subject: text, text });
      const mirror = new MessageMirror();
      for (let batches = 1; batches > 0 && mirror.of(id).length < texts.length; )
        batches = (await mirror.follow(reopened().threads!, id, 1)).length;
      await mirror.follow(reopened().threads!, id);
      expect(mirror.texts(id)).toEqual(texts);
    });

    it('have their attachments, completely and in part', async () => {
      const { threads, outside, freshChannel } = suite();
      const { id, name } = await freshChannel();
      const bytes = Buffer.from(Array.from({ length: 50_000 }, (_, index) => (index * 7) % 251));
      const attachment = { name: 'Plan für März.bin', mimeType: 'application/octet-stream', bytes };
      await outside.post(name, { subject: 'The plan', text: 'attached', attachment });
      const mirror = new MessageMirror();
      await mirror.follow(threads, id);
      const message = mirror.of(id)[0]!;
      expect(message.attachments).toMatchObject([{ name: 'Plan für März.bin' }]);
      const attached = message.attachments[0]!.id;
      const download = await threads.attachment(message.id, attached);
      expect(Buffer.concat(await download.body.toArray()).equals(bytes)).toBe(true);
      const part = await threads.attachment(message.id, attached, { range: { start: 40_000 } });
      expect(Buffer.concat(await part.body.toArray()).equals(bytes.subarray(part.startsAt))).toBe(true);
    });

    it('are not found if they never existed', async () => {
      await expectFailure(suite().threads.attachment('no such id' as RemoteId, 'nothing'), 'not_found');
      await expectFailure(new MessageMirror().follow(suite().threads, 'no such id' as RemoteId), 'not_found');
    });

    it.runIf(can('threads.raw'))('can be had as they were sent', async () => {
      const { threads, outside, freshChannel } = suite();
      const { id, name } = await freshChannel();
      await outside.post(name, { subject: 'As it was', text: 'word for word' });
      const mirror = new MessageMirror();
      await mirror.follow(threads, id);
      const { body } = await threads.raw!(mirror.of(id)[0]!.id);
      const text = Buffer.concat(await body.toArray()).toString();
      expect(text).toMatch(/^subject: as it was\r?$/im);
    });

    it('stop when they are aborted', async () => {
      const { threads, outside, freshChannel } = suite();
      const { id, name } = await freshChannel();
      await outside.post(name, { subject: 'one', text: 'one' });
      const stop = new AbortController();
      stop.abort();
      const options = { from: null, signal: stop.signal, known: async () => new Set<RemoteId>() };
      await expect(drain(threads.messages(id, options))).rejects.toBeInstanceOf(Error);
    });
  });
}
