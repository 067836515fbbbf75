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

/** What a run sent of a file, as far as the source has confirmed. */
export interface Sent {
  handle?: UploadHandle;
  item?: RemoteItem;
}

const looks = 30;
const pauseMs = 1_000;

/**
 * Cleans up after another worker has taken the run over: the upload of this one may have arrived after the other one
 * sent the file and its name was free again, for example after a rename. Once the other one has finished the file,
 * items it doesn't have are removed, and a list brings anything else that arrived late. Files that aren't finished soon
 * are left alone.
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
    // Only if unchanged: once a person has changed it, it is theirs.
    const now = await statOrNull(files, item.id);
    if (now?.revision === item.revision) await (writes.trash ?? writes.delete)(item.id);
  });
  await services.db.transaction().execute((tx) => requestRun(tx, account, []));
}

/** `keep`: the item of the document at the source then. */
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

/** If ids are paths, someone may have put another file there since. */
async function isAnothers(services: Services, { id, source }: { id: string; source: string }, remoteId: RemoteId) {
  if (findProvider(services, source).connector.manifest.stableIds) return false;
  const { rows } = await sql`select from documents where account_id = ${id} and remote_id = ${remoteId}`.execute(
    services.db,
  );
  return rows.length > 0;
}
