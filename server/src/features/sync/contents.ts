import {
  ConnectorError,
  createHasher,
  type FileReads,
  type HashAlgorithm,
  type Hashes,
  type RemoteId,
} from '@sheaf/connectors';
import { sql } from 'kysely';
import { storeContent } from '../../platform/blobs/index.ts';
import type { Services } from '../../services.ts';
import { advanceBatch, beginContents, notify } from './batches.queries.ts';
import { contentKey, touchBlob } from './blobs.ts';
import { clearFailures, type Failed, keepFailures } from './failures.ts';
import type { SyncState } from './sync-state.ts';

interface Wanted {
  id: string;
  remote_id: RemoteId;
  name: string;
  kind: 'file' | 'native';
  size: number | null;
  revision: string;
  hashes: Hashes;
  exports: string[];
}

interface Fetched {
  document: Wanted;
  sha256: Buffer;
  size: number;
}

/** How many files are fetched at a time; the account's pacer decides how many of them really run. */
const parallel = 24;
const atOnce = 400;
const flushEvery = 100;
const sliceMs = 5 * 60_000;

/**
 * Fetches the bytes that are pending, small ones first. True when none is left; false when the time of a slice is up,
 * so that the list is brought up to date in between. One file that fails is kept as a failure and stops nothing.
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
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from documents where account_id = ${state.id} and content = 'pending'`.execute(db);
  await beginContents(db, batchId, rows[0]!.count);
  await notify(db, state.id);
  for (;;) {
    const wanted = await nextWanted(services, state.id);
    if (wanted.length === 0) return true;
    await fetchAll(services, files, state, batchId, wanted, signal);
    signal.throwIfAborted();
    if (Date.now() > end) return false;
  }
}

async function nextWanted({ db }: Services, accountId: string): Promise<Wanted[]> {
  const { rows } = await sql<Wanted>`select id, remote_id, name, kind, size, revision, hashes, exports from documents
    where account_id = ${accountId} and content = 'pending' and gone_at is null order by size nulls last, id limit ${atOnce}`.execute(
    db,
  );
  return rows;
}

async function fetchAll(
  services: Services,
  files: FileReads,
  state: SyncState,
  batchId: string,
  wanted: Wanted[],
  signal: AbortSignal,
): Promise<void> {
  const queue = [...wanted];
  let fetched: Fetched[] = [];
  let failed: (Failed & { id: string })[] = [];
  let flushing: Promise<void> = Promise.resolve();
  const flush = () => {
    const [done, broken] = [fetched, failed];
    [fetched, failed] = [[], []];
    flushing = flushing.then(() => record(services, state, batchId, done, broken));
    return flushing;
  };
  const worker = async () => {
    for (let document = queue.shift(); document && !signal.aborted; document = queue.shift()) {
      try {
        fetched.push(await fetchOne(services, files, state, document, signal));
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ConnectorError) || error.code.startsWith('auth_') || error.code === 'rate_limited')
          throw error;
        failed.push({ id: document.id, remoteId: document.remote_id, name: document.name, error });
      }
      if (fetched.length + failed.length >= flushEvery) await flush();
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: parallel }, worker));
  await flush();
  const broken = outcomes.find((outcome) => outcome.status === 'rejected');
  if (broken) throw broken.reason;
}

async function fetchOne(
  services: Services,
  files: FileReads,
  state: SyncState,
  document: Wanted,
  signal: AbortSignal,
): Promise<Fetched> {
  const exported = document.kind === 'native';
  const download =
    exported && files.export
      ? await files.export(document.remote_id, document.exports[0]!, { signal })
      : await files.download(document.remote_id, { signal });
  const algorithm = exported ? undefined : comparable(document.hashes, download.hashes);
  const hasher = algorithm && createHasher(algorithm);
  const expected = algorithm && (download.hashes[algorithm] ?? document.hashes[algorithm]);
  const content = await storeContent(services.blobs, download.body, {
    keyOf: (sha256) => contentKey(state.organizationId, sha256),
    tap: hasher && ((chunk) => hasher.update(chunk)),
    async check({ sha256, size }) {
      if (!exported && download.size !== null && size !== download.size) {
        throw new ConnectorError('corrupt', `Only ${size} of ${download.size} bytes arrived.`);
      }
      if (hasher && hasher.digest() !== expected)
        throw new ConnectorError('corrupt', 'The bytes that arrived do not match the source.');
      await touchBlob(services.db, state.organizationId, sha256, size);
    },
  });
  return { document, ...content };
}

/** A hash the source told, and that we need not compute anyway. */
function comparable(...told: Hashes[]): HashAlgorithm | undefined {
  return told.flatMap((hashes) => Object.keys(hashes) as HashAlgorithm[])[0];
}

/** Many results in one transaction. A document that changed meanwhile stays pending. */
async function record(
  { db }: Services,
  state: SyncState,
  batchId: string,
  fetched: readonly Fetched[],
  failed: readonly (Failed & { id: string })[],
): Promise<void> {
  if (fetched.length + failed.length === 0) return;
  const rows = fetched.map(({ document, sha256, size }) => ({
    id: document.id,
    revision: document.revision,
    sha256: sha256.toString('hex'),
    size,
  }));
  await db.transaction().execute(async (tx) => {
    await sql`update documents d set content = 'stored', sha256 = decode(x.sha256, 'hex'), stored_size = x.size
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id uuid, revision text, sha256 text, size bigint)
      where d.id = x.id and d.revision = x.revision`.execute(tx);
    await sql`update documents set content = 'failed' where id = any(${failed.map(({ id }) => id)}::uuid[])`.execute(
      tx,
    );
    await clearFailures(
      tx,
      state.id,
      fetched.map(({ document }) => document.remote_id),
    );
    await keepFailures(tx, state.id, failed);
    await advanceBatch(tx, batchId, {
      processed: fetched.length + failed.length,
      failed: failed.length,
      bytes: fetched.reduce((sum, { size }) => sum + size, 0),
    });
    const bytes = fetched.reduce((sum, { size }) => sum + size, 0);
    await sql`update source_accounts set bytes = bytes + ${bytes} where id = ${state.id}`.execute(tx);
    await notify(tx, state.id);
  });
}
