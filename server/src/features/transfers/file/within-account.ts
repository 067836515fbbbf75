import { plainError, type RemoteId } from '@sheaf/connectors';
import type { Sent } from '../bytes/send.ts';
import type { SourceFile } from '../bytes/source-file.ts';
import { proofOf } from '../bytes/verify.ts';
import type { Run } from '../run/run-context.ts';
import type { WorkItem } from '../transfers.queries.ts';

export const isOneAccount = ({ from, to }: Run): boolean => from.account.id === to.account.id;

/**
 * Within one account the provider copies or moves the file, if it can; the result is verified as usual. Null if it
 * can't, so that the bytes are transferred through here.
 */
export async function withinAccount(
  run: Run,
  item: WorkItem,
  source: SourceFile,
  to: { parentId: RemoteId | null; name: string },
): Promise<(Sent & { moved: boolean }) | null> {
  const { writes } = run.to;
  const { parentId, name } = to;
  if (item.kind !== 'file') return null;
  const moves = run.transfer.mode === 'move' && writes.move !== undefined && parentId !== null;
  if (!moves && !writes.copy) return null;
  const reported = await source.reportedNow();
  const hashes = Object.keys(reported).length > 0 ? reported : { sha256: await source.hash('sha256') };
  const done = moves ? await writes.move!(item.remote_id, { parentId, name }) : await writes.copy!(item.remote_id, to);
  const proof = await proofOf(run, done, hashes);
  if (proof) return { item: done, proof, moved: moves };
  if (!moves) await writes.delete(done.id);
  throw plainError('corrupt', `The copy ${run.to.label} made isn’t identical.`);
}
