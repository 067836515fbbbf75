import { describe, expect, it } from 'vitest';
import type { Capability } from '../connector.ts';
import type { Session } from '../session.ts';
import type { Opened } from './suite.ts';

/** Tests that a connector’s manifest is true. */
export function describeDeclarations(suite: () => Opened): void {
  describe('declares', () => {
    it('exactly the capabilities that its session offers', () => {
      const { connector, session } = suite();
      expect(offered(session)).toEqual([...connector.manifest.capabilities].sort());
      expect(session.writes !== undefined).toBe(connector.manifest.upload !== undefined);
    });

    it('an upload rule that can be kept', () => {
      const { upload } = suite().connector.manifest;
      if (upload === undefined) return;
      expect(upload.chunkMultiple).toBeGreaterThan(0);
      expect(upload.maxChunk % upload.chunkMultiple).toBe(0);
      expect(upload.maxSize).toBeGreaterThanOrEqual(upload.maxChunk);
      const { minChunk = upload.chunkMultiple, maxChunks = Number.POSITIVE_INFINITY } = upload;
      expect(minChunk % upload.chunkMultiple).toBe(0);
      expect(minChunk).toBeLessThanOrEqual(upload.maxChunk);
      // The largest file fits into the maximum number of the largest chunks.
      expect(upload.maxChunk * maxChunks).toBeGreaterThanOrEqual(upload.maxSize);
    });

    it('an identity that stays the same', async () => {
      const { session, reopened } = suite();
      const identity = await session.identity();
      expect(identity.remoteUserId).not.toBe('');
      expect(identity.label).not.toBe('');
      expect(await session.identity()).toEqual(identity);
      expect(await reopened().identity()).toEqual(identity);
    });

    it('how full the account is, if it can', async () => {
      const quota = await suite().session.quota?.();
      if (quota === undefined) return;
      const { used, total } = quota;
      for (const figure of [used, total]) if (figure !== null) expect(figure).toBeGreaterThanOrEqual(0);
      if (used !== null && total !== null) expect(used).toBeLessThanOrEqual(total);
    });
  });
}

function offered({ files, writes, threads, quota }: Session): Capability[] {
  const offers: Partial<Record<Capability, unknown>> = {
    files,
    'files.changes': files?.changes,
    'files.watch': files?.changes?.watch,
    'files.export': files?.export,
    'files.picker': files?.pickerToken,
    writes,
    'writes.move': writes?.move,
    'writes.copy': writes?.copy,
    'writes.trash': writes?.trash,
    'writes.restore': writes?.restore,
    threads,
    'threads.changes': threads?.changes,
    'threads.watch': threads?.watch,
    'threads.listen': threads?.listen,
    'threads.raw': threads?.raw,
    quota,
  };
  return (Object.keys(offers) as Capability[]).filter((name) => offers[name] !== undefined).sort();
}
