import { ConnectorError } from '@sheaf/connectors';
import { sql } from 'kysely';
import { dropContent, memoryBytes, storeContents } from '../../platform/blobs/index.ts';
import type { Services } from '../../services.ts';
import { recordContents, recordFailedContents } from '../documents/index.ts';
import { addToCounts, notifyAccount, refuseDisconnected, type SyncState } from '../sources/index.ts';
import { contentKey, fitting, roomLeft, touchBlobs } from '../storage/index.ts';
import { advanceBatch, beginContents } from './batches.queries.ts';
import { clearFailures, type Failed, keepFailures } from './failures.ts';
import { type Contents, type Fetched, fetchOne, type Wanted } from './fetch-one.ts';
import { type SyncRun, sliceMs } from './sync-run.ts';

/** Bytes in memory that were fetched but not stored yet, of all accounts in this process. */
let held = 0;

/** How many files are fetched at a time; the account's pacer decides how many of them actually run. */
const parallel = 24;
/** Fewer for files that aren't held in memory but stream to a file, each through some buffers. */
const parallelLarge = 8;
const atOnce = 5000;
/** After this time the order is determined again: someone may be waiting for a file. */
const roundMs = 10_000;
const flushEvery = 200;
/** Storing waits for the disk and the database in turn, so two at a time keep both busy. */
const maxFlushes = 2;
/** Also the amount that must be fetched again after a kill. */
const flushBytes = 16 * 1024 * 1024;
/** For all accounts together: beyond it, each stores what it holds before it fetches more. */
const maxHeld = 64 * 1024 * 1024;
const flushMs = 1_000;
/** After this many files in a row that can't be fetched, the source is considered unavailable. */
const maxUnavailable = 10;

/**
 * Fetches pending bytes: what someone waits for, then small and new files first. True when nothing is left that the
 * plan has room for; false when the time of a slice is up, so that the list is updated in between. A file that fails is
 * recorded as a failure and doesn't stop the others.
 */
export async function fetchContents(run: SyncRun, files: Contents, state: SyncState): Promise<boolean> {
  const { services, lease, batchId, signal } = run;
  const { db } = services;
  const end = Date.now() + sliceMs;
  const { rows } = await sql<{ count: number }>`select count(*) as count from documents
    where account_id = ${state.id} and content = 'pending' and gone_at is null`.execute(db);
  await lease.write(async (tx) => {
    await beginContents(tx, batchId, rows[0]!.count);
    await notifyAccount(tx, state.id);
  });
  for (;;) {
    const room = await roomLeft(services, state);
    const wanted = await nextWanted(services, state.id, room);
    if (wanted.length === 0) return true;
    const roundEnd = Math.min(end, Date.now() + roundMs);
    await fetchAll(run, files, state, wanted, { room, end: roundEnd });
    signal.throwIfAborted();
    if (Date.now() > end) return false;
  }
}

/** In the order of the index on pending contents; together they need no more than there is room for. */
async function nextWanted({ db }: Services, accountId: string, room: number): Promise<Wanted[]> {
  if (room <= 0) return [];
  const { rows } = await sql<Wanted>`select id, remote_id, name, kind, size, revision, hashes, exports from documents
    where account_id = ${accountId} and content = 'pending' and gone_at is null and coalesce(size, 0) <= ${room}
    order by wanted_at desc nulls last, size_class, remote_modified_at desc nulls last, id limit ${atOnce}`.execute(db);
  return fitting(rows, room);
}

async function fetchAll(
  run: SyncRun,
  files: Contents,
  state: SyncState,
  wanted: Wanted[],
  { room, end }: { room: number; end: number },
): Promise<void> {
  const { services, signal } = run;
  const queue = [...wanted];
  let fetched: Fetched[] = [];
  let failed: (Failed & { id: string })[] = [];
  let unavailable = 0;
  const flushes = new Set<Promise<void>>();
  let flushedAt = Date.now();
  // Flushes by number and bytes, for speed and bounded memory; by time, to show the progress of big files.
  const isDue = () =>
    fetched.length + failed.length >= flushEvery ||
    heldBy(fetched) >= flushBytes ||
    held >= maxHeld ||
    Date.now() - flushedAt > flushMs;
  /** Runs beside further fetching. A failed one stays in the set, so that awaiting it throws. */
  const flush = () => {
    const [done, broken] = [fetched, failed];
    [fetched, failed] = [[], []];
    flushedAt = Date.now();
    const storing = record(run, state, done, broken).finally(() => {
      held -= heldBy(done);
    });
    flushes.add(storing);
    storing.then(
      () => flushes.delete(storing),
      () => {},
    );
  };
  const fetchNext = async (document: Wanted) => {
    try {
      const one = await fetchOne(services, files, document, room, signal);
      // Into the current list: the earlier one may have been flushed meanwhile.
      fetched.push(one);
      held += heldBy([one]);
      unavailable = 0;
    } catch (error) {
      if (signal.aborted || !(error instanceof ConnectorError) || isOfTheSource(error)) throw error;
      failed.push({ id: document.id, remoteId: document.remote_id, name: document.name, error });
      unavailable = error.code === 'unavailable' ? unavailable + 1 : 0;
      if (unavailable >= maxUnavailable) throw error;
    }
    while (isDue() && flushes.size >= maxFlushes) await Promise.race(flushes);
    if (isDue()) flush();
    if (Date.now() > end) queue.length = 0;
  };
  const take = (number: number): Wanted | undefined => {
    const at = number < parallelLarge ? 0 : queue.findIndex(({ size }) => (size ?? 0) <= memoryBytes);
    return at === -1 ? undefined : queue.splice(at, 1)[0];
  };
  const worker = async (_: unknown, number: number) => {
    try {
      for (let document = take(number); document; document = take(number)) await fetchNext(document);
    } catch (error) {
      // Stops the others as well.
      queue.length = 0;
      throw error;
    }
  };
  // Stores fetched files in time even if all others hang.
  const timer = setInterval(() => {
    if (fetched.length + failed.length > 0 && isDue() && flushes.size < maxFlushes) flush();
  }, flushMs);
  const outcomes = await Promise.allSettled(Array.from({ length: parallel }, worker));
  clearInterval(timer);
  flush();
  const broken = [...(await Promise.allSettled(flushes)), ...outcomes].find((outcome) => outcome.status === 'rejected');
  if (broken) throw broken.reason;
}

/** Not specific to one file. */
const isOfTheSource = ({ code }: ConnectorError) => code.startsWith('auth_') || code === 'rate_limited';

/** The bytes in memory; larger files are on disk already. */
const heldBy = (fetched: readonly Fetched[]) => bytesOf(fetched.filter(({ content }) => 'bytes' in content));

const bytesOf = (fetched: readonly Fetched[]) => fetched.reduce((sum, { content }) => sum + content.size, 0);

const drop = (fetched: readonly Fetched[]) => Promise.all(fetched.map(({ content }) => dropContent(content)));

/** Stores the bytes, then many results in one transaction. A document that changed meanwhile stays pending. */
async function record(
  { services, lease, batchId }: SyncRun,
  state: SyncState,
  fetched: readonly Fetched[],
  failed: readonly (Failed & { id: string })[],
): Promise<void> {
  if (fetched.length + failed.length === 0) return;
  await store(services, state, fetched);
  const contents = fetched.map(({ document, content: { sha256, size }, revision }) => ({
    id: document.id,
    listed: document.revision,
    revision,
    sha256,
    size,
  }));
  await lease.write(async (tx) => {
    await refuseDisconnected(tx, state.id);
    await recordContents(tx, contents);
    await recordFailedContents(
      tx,
      failed.map(({ id }) => id),
    );
    await clearFailures(
      tx,
      state.id,
      fetched.map(({ document }) => document.remote_id),
    );
    await keepFailures(tx, state.id, failed);
    const bytes = bytesOf(fetched);
    await advanceBatch(tx, batchId, { processed: fetched.length + failed.length, failed: failed.length, bytes });
    await addToCounts(tx, state.id, { bytes });
    await notifyAccount(tx, state.id);
  });
}

async function store({ db, blobs }: Services, { organizationId }: SyncState, fetched: readonly Fetched[]) {
  if (fetched.length === 0) return;
  const contents = fetched.map(({ content }) => content);
  try {
    await touchBlobs(db, organizationId, contents);
    await storeContents(blobs, contents, (sha256) => contentKey(organizationId, sha256));
  } catch (error) {
    await drop(fetched);
    throw error;
  }
}
