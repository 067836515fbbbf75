import { ConnectorError, type RemoteId } from '@sheaf/connectors';
import { sql } from 'kysely';
import { canTrashOriginal } from '../file/trash-original.ts';
import { recordMoves } from '../ledger/arrivals.ts';
import type { Run } from './run-context.ts';

interface Emptied {
  number: number;
  document_id: string | null;
  remote_id: RemoteId;
  new_remote_id: RemoteId;
  arrived: boolean;
}

const atOnce = 200;

/** After a move: moves emptied folders to the trash as well, innermost first. False when time is up. */
export async function trashEmptiedFolders(run: Run, end: number): Promise<boolean> {
  const { services, transfer } = run;
  if (transfer.mode !== 'move' || !canTrashOriginal(run)) return true;
  for (let before = 2 ** 31 - 1; ; ) {
    run.signal.throwIfAborted();
    // new_remote_id is never null here: a folder that was transferred has one.
    const { rows } =
      await sql<Emptied>`select number, document_id, remote_id, new_remote_id, arrived from transfer_items
      where transfer_id = ${transfer.id} and kind = 'folder' and outcome = 'transferred' and not departed
        and number < ${before} order by number desc limit ${atOnce}`.execute(services.db);
    for (const folder of rows) await tidy(run, folder);
    if (rows.length < atOnce) return true;
    if (Date.now() > end) return false;
    before = rows.at(-1)!.number;
  }
}

/** A folder stays if someone put something into it meanwhile, or something couldn't be moved. */
async function tidy(run: Run, folder: Emptied): Promise<void> {
  const { lease, transfer, from, to } = run;
  const set = (flag: 'arrived' | 'departed') => sql`update transfer_items set ${sql.ref(flag)} = true
    where transfer_id = ${transfer.id} and number = ${folder.number}`;
  try {
    if (folder.remote_id === folder.new_remote_id) return;
    if (!folder.arrived) {
      if (!(await isEmpty(run, folder.remote_id))) return;
      const item = await to.files.stat(folder.new_remote_id);
      await lease.write(async (tx) => {
        const by = { userId: transfer.user_id, detail: to.label };
        const arrival = { documentId: folder.document_id, item, sha256: null };
        await recordMoves(tx, by, from.account, to.account, [arrival]);
        await set('arrived').execute(tx);
      });
    }
    if (await isEmpty(run, folder.remote_id)) await from.writes.trash!(folder.remote_id);
    await lease.write((tx) => set('departed').execute(tx));
  } catch (error) {
    // It is gone or can't be changed, but everything in it has arrived.
    if (!(error instanceof ConnectorError && ['not_found', 'forbidden', 'conflict'].includes(error.code))) throw error;
  }
}

async function isEmpty({ from }: Run, id: RemoteId): Promise<boolean> {
  let page: Parameters<typeof from.files.browse>[1] = null;
  do {
    const { items, next }: Awaited<ReturnType<typeof from.files.browse>> = await from.files.browse(id, page);
    if (items.length > 0) return false;
    page = next;
  } while (page !== null);
  return true;
}
