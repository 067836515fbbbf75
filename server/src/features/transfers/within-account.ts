import { ConnectorError, type RemoteId } from '@sheaf/connectors';
import type { Content } from './content.ts';
import type { Run } from './run-context.ts';
import type { Sent } from './send.ts';
import type { WorkItem } from './transfers.queries.ts';
import { proofOf } from './verify.ts';

export const isOneAccount = ({ from, to }: Run): boolean => from.account.id === to.account.id;

/**
 * From folder to folder of one account the provider does the work, where it can; what it made is proved like anything
 * else. Null: it cannot, and the bytes go through here.
 */
export async function withinAccount(
  run: Run,
  item: WorkItem,
  content: Content,
  to: { parentId: RemoteId | null; name: string },
): Promise<(Sent & { moved: boolean }) | null> {
  const { writes } = run.to;
  const { parentId, name } = to;
  if (item.kind !== 'file') return null;
  const moves = run.transfer.mode === 'move' && writes.move !== undefined && parentId !== null;
  if (!moves && !writes.copy) return null;
  const told = await content.toldNow();
  const hashes = Object.keys(told).length > 0 ? told : { sha256: await content.hash('sha256') };
  const done = moves ? await writes.move!(item.remote_id, { parentId, name }) : await writes.copy!(item.remote_id, to);
  const proof = await proofOf(run, done, hashes);
  if (proof) return { item: done, proof, moved: moves };
  if (!moves) await writes.delete(done.id);
  throw new ConnectorError('corrupt', `What ${run.to.label} made of it is not the same.`);
}
