import { describe, expect, it } from 'vitest';
import { ConnectorError } from '../errors.ts';
import { bytesOf } from './samples.ts';
import type { Suite } from './suite.ts';

/** Tests that an aborted call ends at once, with the signal’s own reason or a ConnectorError. */
export function describeStopping(suite: () => Suite): void {
  describe('stops', () => {
    it('a listing that was aborted before it started', async () => {
      const listing = suite().files.enumerate({ mode: 'all' }, { from: null, signal: AbortSignal.abort() });
      await expectStopped(listing[Symbol.asyncIterator]().next());
    });

    it('a listing when its reader leaves', async () => {
      const { files } = suite();
      for await (const _ of files.enumerate({ mode: 'all' }, { from: null, signal: new AbortController().signal }))
        break;
      expect((await files.browse(null, null)).items.length).toBeGreaterThan(0);
    });

    it('a download when it is aborted', async () => {
      const { files, outside, freshFolder, find } = suite();
      const { path } = await freshFolder();
      await outside.write([...path, 'large.bin'], bytesOf(5_000_000));
      const { id } = await find([...path, 'large.bin']);
      const gone = new AbortController();
      const { body } = await files.download(id, { signal: gone.signal });
      gone.abort();
      await expectStopped(body.resume().toArray());
      await expectStopped(files.download(id, { signal: AbortSignal.abort() }));
    });

    it('a download when its reader leaves, without harm to the next', async () => {
      const { files, outside, freshFolder, find } = suite();
      const { path } = await freshFolder();
      await outside.write([...path, 'large.bin'], bytesOf(5_000_000));
      const { id } = await find([...path, 'large.bin']);
      for (let round = 0; round < 12; round++) (await files.download(id)).body.destroy();
      const { body } = await files.download(id);
      expect(Buffer.concat(await body.toArray()).length).toBe(5_000_000);
    });
  });
}

/** Expects that the abort rejects the work within the test’s time; work that ends as if it were complete fails. */
export async function expectStopped(work: Promise<unknown>): Promise<void> {
  await work.then(() => expect.fail('it ended as if nothing had been aborted'), expectAbort);
}

function expectAbort(error: Error): void {
  if (error.name !== 'AbortError') expect(error).toBeInstanceOf(ConnectorError);
}
