import { setTimeout as wait } from 'node:timers/promises';
import type { RemoteId, RemoteItem, UploadHandle } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { Services } from '../../services.ts';
import { isProvisional } from '../documents/index.ts';
import { findProvider, unconfirmed } from '../sources/index.ts';
import { requestRun } from '../sync/index.ts';
import { type AtSource, statOrNull } from './perform.ts';
import type { Write } from './writes.queries.ts';

/** What a run has sent of a file, as far as the source has answered. */
export interface Sent {
  handle?: UploadHandle;
  item?: RemoteItem;
}

const looks = 30;
const pauseMs = 1_000;

/**
 * Of a run that another worker has taken over: what it had on its way may have arrived when the other one had sent the file
 * and its name was free again, as after a rename. Once the other one is done with the file, what it does not have itself is
 * removed, and a list brings whatever else arrived late. What is not done soon is left alone.
 */
export async function removeTwin(
  services: Services,
  account: { id: string; organization_id: string; source: string },
  { files, writes }: AtSource,
  signal: AbortSignal,
  write: Write,
  { handle, item }: Sent,
): Promise<void> {
  if (!handle && !item) return;
  const settled = await whenSettled(services.db, write.id, signal);
  if (!settled) return;
  const { keep } = settled;
  await unconfirmed(async () => {
    if (handle) await writes.abort(handle, keep).catch(() => {});
    if (!item || item.id === keep || (await isAnothers(services, account, item.id))) return;
    // Only as it arrived: whoever has changed it since has made it theirs.
    const now = await statOrNull(files, item.id);
    if (now?.revision === item.revision) await (writes.trash ?? writes.delete)(item.id);
  });
  await services.db.transaction().execute((tx) => requestRun(tx, account, []));
}

/** `keep`: what the source has of the document then. */
async function whenSettled(
  db: Executor,
  writeId: string,
  signal: AbortSignal,
): Promise<{ keep: RemoteId | undefined } | null> {
  for (let look = 1; look <= looks && !signal.aborted; look++) {
    const { rows } = await sql<{ settled: boolean; keep: RemoteId | null }>`select w.state <> 'waiting' as settled,
        d.remote_id as keep
      from account_writes w left join documents d on d.id = w.document_id and d.account_id = w.account_id
      where w.id = ${writeId}`.execute(db);
    const [row] = rows;
    if (!row) return null;
    if (row.settled) return { keep: row.keep === null || isProvisional(row.keep) ? undefined : row.keep };
    await wait(pauseMs, undefined, { signal }).catch(() => {});
  }
  return null;
}

/** Where ids are paths, somebody may have put another file there since. */
async function isAnothers(services: Services, { id, source }: { id: string; source: string }, remoteId: RemoteId) {
  if (findProvider(services, source).connector.manifest.stableIds) return false;
  const { rows } = await sql`select from documents where account_id = ${id} and remote_id = ${remoteId}`.execute(
    services.db,
  );
  return rows.length > 0;
}
