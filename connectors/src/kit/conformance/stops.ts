import { describe, expect, it } from 'vitest';
import { ConnectorError } from '../errors.ts';
import { bytesOf } from './samples.ts';
import type { Suite } from './suite.ts';

/** A caller that gives up does not wait. An abort is the signal's own reason or a ConnectorError. */
export function describeStopping(suite: () => Suite): void {
  describe('stops', () => {
    it('a listing that was aborted before it began', async () => {
      const listing = suite().files.enumerate({ mode: 'all' }, { from: null, signal: AbortSignal.abort() });
      await expectStopped(listing[Symbol.asyncIterator]().next());
    });

    it('a listing whose reader leaves', async () => {
      const { files } = suite();
      for await (const _ of files.enumerate({ mode: 'all' }, { from: null, signal: new AbortController().signal }))
        break;
      expect((await files.browse(null, null)).items.length).toBeGreaterThan(0);
    });

    it('a download', async () => {
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

    it('a download whose reader leaves, without harm to the next', async () => {
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

/** The work has to be rejected by the abort, within the time of a test; one that ends as if it were complete fails. */
export async function expectStopped(work: Promise<unknown>): Promise<void> {
  await work.then(() => expect.fail('it ended as if nothing had been aborted'), expectAbort);
}

function expectAbort(error: Error): void {
  if (error.name !== 'AbortError') expect(error).toBeInstanceOf(ConnectorError);
}
