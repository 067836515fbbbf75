import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { BlobInfo, BlobStore, ByteRange } from './blob-store.ts';

const MiB = 1024 * 1024;

/** Tests what every blob store must do; a store's own test adds only what is specific to it. */
export function describeBlobStore(name: string, current: () => BlobStore): void {
  const read = async (key: string, range?: ByteRange) => {
    const found = await current().get(key, { range });
    return found && { bytes: await buffer(found.body), size: found.size };
  };
  const list = async (prefix: string) => {
    const found: (BlobInfo & { key: string })[] = [];
    for await (const blob of current().list(prefix)) found.push(blob);
    return found.sort((a, b) => (a.key < b.key ? -1 : 1));
  };
  const chunks = async function* (count: number) {
    for (let i = 0; i < count; i++) yield randomBytes(65_536);
  };

  describe(name, () => {
    it.each([0, 1, 65_537])('keeps %i bytes', async (size) => {
      const bytes = randomBytes(size);
      expect(await current().put(`sizes/${size}`, bytes, { contentType: 'text/plain' })).toEqual({ size });
      expect(await read(`sizes/${size}`)).toEqual({ bytes, size });
      const streamed = Readable.from(size === 0 ? [] : [bytes]);
      expect(await current().put(`sizes/streamed-${size}`, streamed)).toEqual({ size });
      expect(await read(`sizes/streamed-${size}`)).toEqual({ bytes, size });
    });

    it('keeps a stream of 20 MB of unknown length', async () => {
      const hash = createHash('sha256');
      const source = async function* () {
        for await (const chunk of chunks(320)) {
          hash.update(chunk);
          yield chunk;
        }
      };
      expect(await current().put('large', Readable.from(source()))).toEqual({ size: 20 * MiB });
      const found = await read('large');
      expect(createHash('sha256').update(found!.bytes).digest('hex')).toBe(hash.digest('hex'));
    });

    it('keeps many small blobs at once, also empty and existing ones', async () => {
      const blobs = Array.from({ length: 300 }, (_, at) => ({
        key: `many/${at % 7}/${at}`,
        bytes: randomBytes(at * 10),
      }));
      await current().put('many/3/10', Buffer.from('old'));
      await current().putAll(blobs);
      for (const { key, bytes } of blobs) expect((await read(key))?.bytes.equals(bytes)).toBe(true);
      await expect(current().putAll([{ key: '../out', bytes: Buffer.from('x') }])).rejects.toThrow(TypeError);
    });

    it('replaces a blob, and lets readers of the old one finish', async () => {
      const old = randomBytes(2 * MiB);
      await current().put('replaced', old);
      const reader = await current().get('replaced');
      await current().put('replaced', Buffer.from('new'));
      expect((await buffer(reader!.body)).equals(old)).toBe(true);
      expect((await read('replaced'))?.bytes.toString()).toBe('new');
    });

    it('reads ranges, cut to the existing bytes', async () => {
      await current().put('digits', Buffer.from('0123456789'));
      const part = async (start: number, end?: number) => (await read('digits', { start, end }))?.bytes.toString();
      expect(await part(0)).toBe('0123456789');
      expect(await part(2, 4)).toBe('234');
      expect(await part(9)).toBe('9');
      expect(await part(5, 99)).toBe('56789');
      expect(await read('digits', { start: 10 })).toEqual({ bytes: Buffer.alloc(0), size: 10 });
      await current().put('empty', Buffer.alloc(0));
      expect(await read('empty', { start: 0, end: 5 })).toEqual({ bytes: Buffer.alloc(0), size: 0 });
      for (const range of [{ start: -1 }, { start: 2, end: 1 }, { start: 0.5 }]) {
        await expect(current().get('digits', { range })).rejects.toThrow(TypeError);
      }
    });

    it('finds nothing under an unknown key', async () => {
      expect(await current().get('missing/blob')).toBeNull();
      expect(await current().get('missing/blob', { range: { start: 3 } })).toBeNull();
      expect(await current().head('missing/blob')).toBeNull();
      expect(await list('missing/')).toEqual([]);
    });

    it('deletes, also twice', async () => {
      await current().put('deleted', Buffer.from('x'));
      await current().delete('deleted');
      await current().delete('deleted');
      expect(await current().get('deleted')).toBeNull();
    });

    it('deletes many at once, whether they exist or not', async () => {
      const keys = Array.from({ length: 5 }, (_, n) => `together/${n}`);
      await current().putAll(keys.slice(1).map((key) => ({ key, bytes: Buffer.from('x') })));
      await current().put('together-not/1', Buffer.from('x'));
      await current().deleteAll(keys);
      expect((await list('together')).map(({ key }) => key)).toEqual(['together-not/1']);
      await current().deleteAll([]);
    });

    it('reports size and age', async () => {
      const before = Date.now();
      await current().put('aged', Buffer.from('four'));
      const info = await current().head('aged');
      expect(info?.size).toBe(4);
      // S3 reports whole seconds.
      expect(info?.modifiedAt.getTime()).toBeGreaterThan(before - 1000);
      expect(info?.modifiedAt.getTime()).toBeLessThanOrEqual(Date.now());
    });

    it.each([3, 400])(
      'leaves nothing of a stream that fails after %i chunks, and keeps the old blob',
      async (count) => {
        const failing = (good: number) =>
          Readable.from(
            (async function* () {
              yield* chunks(good);
              throw new Error('the source broke');
            })(),
          );
        await expect(current().put(`failed/${count}`, failing(count))).rejects.toThrow('the source broke');
        expect(await current().head(`failed/${count}`)).toBeNull();
        expect(await list('failed/')).toEqual([]);
        await current().put('kept', Buffer.from('old'));
        await expect(current().put('kept', failing(count))).rejects.toThrow('the source broke');
        expect((await read('kept'))?.bytes.toString()).toBe('old');
      },
    );

    it.each([0, 3, 400])('leaves nothing of a put aborted after %i chunks, and destroys its source', async (count) => {
      const controller = new AbortController();
      const source = Readable.from(
        (async function* () {
          yield* chunks(count);
          controller.abort();
          await sleep(500);
          yield* chunks(1);
        })(),
      );
      const aborted = current().put(`aborted/${count}`, source, { signal: controller.signal });
      await expect(aborted).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
      expect(source.destroyed).toBe(true);
      expect(await current().get(`aborted/${count}`)).toBeNull();
    });

    it('does not start a put that is already aborted', async () => {
      for (const body of [Readable.from(chunks(2)), Buffer.from('x')]) {
        const late = current().put('never', body, { signal: AbortSignal.abort() });
        await expect(late).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
      }
      expect(await current().get('never')).toBeNull();
    });

    it('keeps a blob whole under simultaneous puts of its key', async () => {
      const versions = Array.from({ length: 12 }, (_, i) => Buffer.alloc(200_000 + i, i));
      const writing = Promise.all(versions.map((bytes) => current().put('contended', Readable.from([bytes]))));
      for (let done = false; !done; ) {
        done = await Promise.race([writing.then(() => true), sleep(2, false)]);
        const found = await read('contended');
        if (found) expect(versions.some((version) => version.equals(found.bytes))).toBe(true);
      }
    });

    it('lists by prefix, beyond a page of 1,000', async () => {
      const names = Array.from({ length: 1100 }, (_, i) => `page/${String(i % 16)}/${i}`);
      for (let i = 0; i < names.length; i += 50) {
        await Promise.all(names.slice(i, i + 50).map((key) => current().put(key, Buffer.from('x'))));
      }
      await current().put('pager', Buffer.from('yy'));
      expect((await list('page/')).map(({ key }) => key)).toEqual(names.sort());
      const narrow = names.filter((key) => key.startsWith('page/1'));
      expect((await list('page/1')).map(({ key }) => key)).toEqual(narrow);
      expect(await list('pager')).toMatchObject([{ key: 'pager', size: 2, modifiedAt: expect.any(Date) }]);
      expect((await list('')).length).toBeGreaterThan(1100);
    });

    it('lets a reader leave a listing, and blobs be deleted during it', async () => {
      await Promise.all(['a', 'b', 'c'].map((key) => current().put(`swept/${key}`, Buffer.from('x'))));
      for await (const { key } of current().list('swept/')) await current().delete(key);
      for await (const _ of current().list('')) break;
      expect(await list('swept/')).toEqual([]);
    });

    it.each([
      '',
      '/',
      '/a',
      'a/',
      'a//b',
      '.',
      '../a',
      'a/../b',
      'a..b',
      'A',
      'ä',
      'a b',
      'a\\b',
      'a\0',
      `${'a/'.repeat(256)}a`,
    ])('refuses the key %j', async (key) => {
      for (const call of [
        () => current().put(key, Buffer.from('x')),
        () => current().get(key),
        () => current().head(key),
        () => current().delete(key),
        () => current().deleteAll([key]),
      ]) {
        await expect(call()).rejects.toThrow(TypeError);
      }
      if (key !== '' && key !== 'a/') await expect(list(`${key}/../`)).rejects.toThrow(TypeError);
    });

    it('is ready, and leaves no trace of the check', async () => {
      const before = await list('');
      await current().ready();
      expect(await list('')).toEqual(before);
    });
  });
}
