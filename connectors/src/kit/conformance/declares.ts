import { describe, expect, it } from 'vitest';
import type { Capability } from '../connector.ts';
import type { RemoteId, Session } from '../session.ts';
import { expectFailure, type Suite } from './suite.ts';

/** What a connector says about itself is true. */
export function describeDeclarations(suite: () => Suite): void {
  describe('declares', () => {
    it('the capabilities that its session offers, no more and no less', () => {
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
    });

    it('an identity that stays the same', async () => {
      const { session, reopened } = suite();
      const identity = await session.identity();
      expect(identity.remoteUserId).not.toBe('');
      expect(identity.label).not.toBe('');
      expect(await session.identity()).toEqual(identity);
      expect(await reopened().identity()).toEqual(identity);
    });

    it('how full the account is, where it can', async () => {
      const quota = await suite().session.quota?.();
      if (quota === undefined) return;
      const { used, total } = quota;
      for (const figure of [used, total]) if (figure !== null) expect(figure).toBeGreaterThanOrEqual(0);
      if (used !== null && total !== null) expect(used).toBeLessThanOrEqual(total);
    });

    it('ids it never gave out as not found', async () => {
      await expectFailure(suite().files.stat('no such id' as RemoteId), 'not_found');
      await expectFailure(suite().files.download('no such id' as RemoteId), 'not_found');
      await expectFailure(suite().files.browse('no such id' as RemoteId, null), 'not_found');
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
    threads,
    'threads.changes': threads?.changes,
    quota,
  };
  return (Object.keys(offers) as Capability[]).filter((name) => offers[name] !== undefined).sort();
}
