import { ConnectorError, plainError } from '@sheaf/connectors';
import { sql } from 'kysely';
import { isConnectionLost } from '../../db/lost-connection.ts';
import type { Executor } from '../../db/pool.ts';
import { type Lease, LeaseLost, takeLease } from '../../jobs/lease.ts';
import { type JobHandler, jobType, onJob } from '../../jobs/queue.ts';
import { onSlicedJob } from '../../jobs/sliced.ts';
import type { Services } from '../../services.ts';
import { findKnown, isProvisional } from '../documents/index.ts';
import { openAccount, plainReason, refuseWhilePaused, sourceName } from '../sources/index.ts';
import { requestRun } from '../sync/index.ts';
import type { Deliver } from './delivery.ts';
import { type AtSource, type Placed, perform, statOrNull } from './perform.ts';
import { refusalText } from './refusal-text.ts';
import { removeTwin, type Sent } from './remove-twin.ts';
import { confirmWrite, refuseWrite } from './settle.ts';
import { giveUpUpload, upload } from './upload.ts';
import {
  beginWrite,
  endWrite,
  enqueueStuckWrites,
  enqueueWrites,
  nextWrite,
  postponeWrite,
  type Write,
  writesJob,
  writesLease,
} from './writes.queries.ts';

/** Daily: deletes changes that ended more than a week ago. */
export const deleteExpiredWrites = onSlicedJob(
  jobType<object>('writes.forget'),
  async ({ db }) => {
    const { numAffectedRows } = await sql`delete from account_writes where id in (
      select id from account_writes where ended_at < now() - interval '7 days' order by ended_at limit 1000)`.execute(
      db,
    );
    return numAffectedRows !== 0n;
  },
  '17 4 * * *',
);

const sliceMs = 2 * 60_000;

/**
 * Makes the changes of an account at its source, one after another, until none waits or the time of a slice is up.
 * Files are sent with `deliver`, which knows how transfers do it.
 */
export const runWrites = (deliver: Deliver): JobHandler => ({
  ...onJob(writesJob, ({ accountId }, services, signal) => run(accountId, services, signal, deliver)),
  ioBound: true,
});

async function run(accountId: string, services: Services, signal: AbortSignal, deliver: Deliver): Promise<void> {
  const lease = await takeLease(services.db, writesLease(accountId));
  if (!lease) return;
  const account = await findWritten(services.db, accountId);
  if (!account) return;
  const opened = openAccount(services, account, signal, () => lease.confirm());
  const end = Date.now() + sliceMs;
  try {
    const { files, writes } = opened;
    const source = files && writes && { files, writes, app: sourceName(account.source) };
    while (await step({ services, lease, account, source, signal, deliver })) {
      if (Date.now() < end) continue;
      await lease.write((tx) => enqueueWrites(tx, accountId));
      return;
    }
  } finally {
    await opened[Symbol.asyncDispose]();
  }
}

interface Written {
  id: string;
  organization_id: string;
  source: string;
}

async function findWritten(db: Executor, id: string): Promise<Written | undefined> {
  const { rows } = await sql<Written>`select id, organization_id, source from source_accounts
    where id = ${id} and removed_at is null`.execute(db);
  return rows[0];
}

interface Run {
  services: Services;
  lease: Lease;
  account: Written;
  source: AtSource | undefined;
  signal: AbortSignal;
  deliver: Deliver;
}

/** False if nothing more can be done now. */
async function step(opened: Run): Promise<boolean> {
  const { services, lease, account, signal } = opened;
  const taken = await lease.write(async (tx) => {
    const next = await nextWrite(tx, account.id);
    if (!next) return null;
    if ('waitMs' in next) {
      await enqueueWrites(tx, account.id, next.waitMs);
      return null;
    }
    const placed = await placeOf(tx, next);
    if (placed) await beginWrite(tx, next.id);
    // The document was deleted for good, and with it all changes requested for it.
    else await endWrite(tx, next.id, 'refused');
    return { write: next, placed };
  });
  if (!taken) return false;
  const { write, placed } = taken;
  if (!placed) return true;
  const sent: Sent = {};
  try {
    return await make(opened, write, placed, sent);
  } catch (error) {
    if (error instanceof LeaseLost && opened.source)
      await removeTwin(services, account, opened.source, signal, write, sent).catch((failure) =>
        services.log.warn(
          { err: failure, accountId: account.id },
          'what an overtaken upload has left can’t be removed',
        ),
      );
    throw error;
  }
}

async function make(opened: Run, write: Write, placed: Placed, sent: Sent): Promise<boolean> {
  const { services, lease, account, signal } = opened;
  try {
    await refuseWhilePaused(services, account.source);
    if (!opened.source) throw plainError('forbidden', 'Files of this app can’t be changed.');
    await mustBeConnected(services.db, account.id);
    const { source } = opened;
    const item = await perform(source, write, placed, () => upload(opened, source, write, placed, sent));
    await lease.write((tx) => confirmWrite(tx, write, item));
    return true;
  } catch (error) {
    if (signal.aborted || error instanceof LeaseLost || isConnectionLost(error)) throw error;
    const known =
      error instanceof ConnectorError ? error : new ConnectorError('unavailable', 'It failed here', { cause: error });
    if (known === error) services.log.info({ err: error, accountId: account.id }, 'the app ended a change');
    else services.log.error({ err: error, accountId: account.id }, 'a change failed');
    return (await mayPass(opened, write, known)) || refuse(opened, write, placed, known);
  }
}

async function placeOf(tx: Executor, { document_id, parent_id }: Write): Promise<Placed | null> {
  const known = await findKnown(tx, document_id);
  if (!known) return null;
  const parent = parent_id === null ? null : await findKnown(tx, parent_id);
  const isThere = parent === null || (parent && !isProvisional(parent.remote_id));
  return { known, parent: isThere ? (parent?.remote_id ?? null) : undefined };
}

/**
 * The session may still be open at the source although the account was disconnected or given to another member
 * meanwhile.
 */
async function mustBeConnected(db: Executor, id: string): Promise<void> {
  const { rows } = await sql`select from source_accounts where id = ${id} and status <> 'disconnected'`.execute(db);
  if (rows.length === 0) throw plainError('auth_revoked', 'This account is no longer connected.');
}

/** With pauses of 2, 8, 32 seconds and so on: about an hour and a half. */
const maxAttempts = 8;
const maxPauseMs = 60 * 60_000;

/** Schedules another attempt after a temporary error; later changes wait as well. */
async function mayPass({ lease }: Run, write: Write, { code, detail }: ConnectorError): Promise<boolean> {
  const passes =
    code === 'rate_limited' || ((code === 'unavailable' || code === 'corrupt') && write.attempts + 1 < maxAttempts);
  if (!passes) return false;
  const ms = Math.min(maxPauseMs, detail.retryAfterMs ?? 500 * 4 ** Math.min(write.attempts + 1, 6));
  await lease.write((tx) => postponeWrite(tx, write.id, ms));
  return true;
}

async function refuse(opened: Run, write: Write, { known }: Placed, error: ConnectorError): Promise<boolean> {
  const { lease, account, source } = opened;
  const app = sourceName(account.source);
  const now =
    isProvisional(known.remote_id) || !source
      ? null
      : await statOrNull(source.files, known.remote_id).catch(() => null);
  const message = refusalText(write, app, plainReason(error, app));
  if (write.kind === 'upload') await giveUpUpload(opened, source, write);
  await lease.write(async (tx) => {
    await refuseWrite(tx, write, now, message);
    // The item at the source isn't what was known here.
    await requestRun(tx, account, []);
  });
  return true;
}

const maxAtOnce = 500;

/** Every minute: adds a job for accounts whose changes wait without one. Normally there are none. */
export const restartStuckWrites = onJob(
  jobType<object>('writes.restart-stuck'),
  async (_, { db, log }) => {
    const restarted = await enqueueStuckWrites(db, maxAtOnce);
    if (restarted > 0) log.warn({ restarted }, 'changes without a job were started again');
  },
  '* * * * *',
);
