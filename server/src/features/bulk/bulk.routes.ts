import { contract, type ServerEvent } from '@sheaf/contract';
import { answer } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { findAnyBatch, presentBatch } from './bulk-row.ts';
import { cancelBulk, getBulk, listBulk, startBulk, undoBulk } from './start-bulk.ts';

const { bulk } = contract;

export const bulkRoutes = [
  answer(bulk.start, ({ viewer, body }, services) => startBulk(services, viewer, body)),
  answer(bulk.list, ({ viewer }, services) => listBulk(services, viewer)),
  answer(bulk.get, ({ viewer, params }, services) => getBulk(services, viewer, params.id)),
  answer(bulk.cancel, ({ viewer, params }, services) => cancelBulk(services, viewer, params.id)),
  answer(bulk.undo, ({ viewer, params }, services) => undoBulk(services, viewer, params.id)),
];

export async function describeBulk({ db }: Services, id: string): Promise<ServerEvent | null> {
  const batch = await findAnyBatch(db, id);
  return batch ? { type: 'bulk', batch: presentBatch(batch) } : null;
}
