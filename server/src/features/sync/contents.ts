import { ConnectorError, type FileReads } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Services } from '../../services.ts';
import { advanceBatch, beginContents, notify } from './batches.queries.ts';
import { clearFailures, type Failed, keepFailures } from './failures.ts';
import { type Fetched, fetchOne, type Wanted } from './fetch-one.ts';
import { fitting, roomLeft } from './storage-limit.ts';
import type { SyncState } from './sync-state.ts';

/** How many files are fetched at a time; the account's pacer decides how many of them really run. */
const parallel = 24;
const atOnce = 400;
const flushEvery = 100;
const flushMs = 1_000;
const sliceMs = 5 * 60_000;
/** After so many files in a row that cannot be fetched, it is the source that cannot be reached. */
const mostUnavailable = 10;

/**
 * Fetches the bytes that are pending: what somebody waits for, then small and new ones first. True when none is left
 * that the plan has room for; false when the time of a slice is up, so that the list is brought up to date in between.
 * One file that fails is kept as a failure and stops nothing.
 */
export async function fetchContents(
  services: Services,
  files: FileReads,
  state: SyncState,
  batchId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { db } = services;
  const end = Date.now() + sliceMs;
  const { rows } = await sql<{ count: number }>`select count(*) as count from documents
    where account_id = ${state.id} and content = 'pending' and gone_at is null`.execute(db);
  await beginContents(db, batchId, rows[0]!.count);
  await notify(db, state.id);
  for (;;) {
    const wanted = await nextWanted(services, state.id, await roomLeft(db, state));
    if (wanted.length === 0) return true;
    await fetchAll(services, files, state, batchId, wanted, { signal, end });
    signal.throwIfAborted();
    if (Date.now() > end) return false;
  }
}

/** In the order of the index on what is pending; together they need no more than there is room for. */
async function nextWanted({ db }: Services, accountId: string, room: number): Promise<Wanted[]> {
  if (room <= 0) return [];
  const { rows } = await sql<Wanted>`select id, remote_id, name, kind, size, revision, hashes, exports from documents
    where account_id = ${accountId} and content = 'pending' and gone_at is null and coalesce(size, 0) <= ${room}
    order by wanted_at desc nulls last, size_class, remote_modified_at desc nulls last, id limit ${atOnce}`.execute(db);
  return fitting(rows, room);
}

async function fetchAll(
  services: Services,
  files: FileReads,
  state: SyncState,
  batchId: string,
  wanted: Wanted[],
  { signal, end }: { signal: AbortSignal; end: number },
): Promise<void> {
  const queue = [...wanted];
  let fetched: Fetched[] = [];
  let failed: (Failed & { id: string })[] = [];
  let unavailable = 0;
  let flushing: Promise<void> = Promise.resolve();
  let flushedAt = Date.now();
  const flush = () => {
    flushedAt = Date.now();
    const [done, broken] = [fetched, failed];
    [fetched, failed] = [[], []];
    flushing = flushing.then(() => record(services, state, batchId, done, broken));
    return flushing;
  };
  const fetchNext = async (document: Wanted) => {
    try {
      const one = await fetchOne(services, files, state, document, signal);
      // Into the list of now: that of before may have been flushed meanwhile.
      fetched.push(one);
      unavailable = 0;
    } catch (error) {
      if (signal.aborted || !(error instanceof ConnectorError) || isOfTheSource(error)) throw error;
      failed.push({ id: document.id, remoteId: document.remote_id, name: document.name, error });
      unavailable = error.code === 'unavailable' ? unavailable + 1 : 0;
      if (unavailable >= mostUnavailable) throw error;
    }
    // By number, to be quick; by time, so that the progress of big files is seen.
    if (fetched.length + failed.length >= flushEvery || Date.now() - flushedAt > flushMs) await flush();
    if (Date.now() > end) queue.length = 0;
  };
  const worker = async () => {
    try {
      for (let document = queue.shift(); document; document = queue.shift()) await fetchNext(document);
    } finally {
      // Done, or the others need not go on either.
      queue.length = 0;
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: parallel }, worker));
  await flush();
  const broken = outcomes.find((outcome) => outcome.status === 'rejected');
  if (broken) throw broken.reason;
}

/** And not of one file. */
const isOfTheSource = ({ code }: ConnectorError) => code.startsWith('auth_') || code === 'rate_limited';

/** Many results in one transaction. A document that changed meanwhile stays pending. */
async function record(
  { db }: Services,
  state: SyncState,
  batchId: string,
  fetched: readonly Fetched[],
  failed: readonly (Failed & { id: string })[],
): Promise<void> {
  if (fetched.length + failed.length === 0) return;
  const rows = fetched.map(({ document, sha256, size, revision }) => ({
    id: document.id,
    listed: document.revision,
    revision,
    sha256: sha256.toString('hex'),
    size,
  }));
  await db.transaction().execute(async (tx) => {
    await sql`update documents d set content = 'stored', sha256 = decode(x.sha256, 'hex'), stored_size = x.size,
        revision = x.revision, wanted_at = null
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as x (id uuid, listed text, revision text, sha256 text, size bigint)
      where d.id = x.id and d.revision = x.listed`.execute(tx);
    await sql`update documents set content = 'failed'
      where id = any(${failed.map(({ id }) => id)}::uuid[]) and content = 'pending'`.execute(tx);
    await clearFailures(
      tx,
      state.id,
      fetched.map(({ document }) => document.remote_id),
    );
    await keepFailures(tx, state.id, failed);
    const bytes = fetched.reduce((sum, { size }) => sum + size, 0);
    await advanceBatch(tx, batchId, { processed: fetched.length + failed.length, failed: failed.length, bytes });
    await sql`update source_accounts set bytes = bytes + ${bytes} where id = ${state.id}`.execute(tx);
    await notify(tx, state.id);
  });
}
