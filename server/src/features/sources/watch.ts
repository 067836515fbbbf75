import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Capability, ConnectorError, type Session, type ThreadReads } from '@sheaf/connectors';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { enqueueAll, jobType, onJob } from '../../jobs/queue.ts';
import { tokenHash } from '../../platform/secrets/keys.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { openAccount } from './open-account.ts';
import { availableProviders, findProvider } from './provider.ts';

export const webhookPath = (source: string) => `/webhooks/${source}`;

const watchJob = jobType<{ accountId: string }>('sources.watch');
/** The part of a watch's duration that passes before it is renewed. */
const usedUp = 0.8;
const stopMs = 5_000;

/**
 * Every minute: watches accounts that sync, at providers that can report changes, if their watch is missing or ends
 * soon.
 */
export const renewWatches = onJob(
  jobType<object>('sources.renew-watches'),
  async (_, services) => {
    const watching = availableProviders(services)
      .filter(({ connector: { manifest }, webhookUrl }) => webhookUrl && manifest.capabilities.some(isWatch))
      .map(({ connector }) => connector.manifest.slug);
    if (watching.length === 0) return;
    const { rows } = await sql<{ accountId: string }>`select id as "accountId" from source_accounts
      where next_sync_at is not null and source = any(${watching}) and watch_at <= now() limit 500`.execute(
      services.db,
    );
    await enqueueAll(services.db, watchJob, rows, { maxAttempts: 1 });
  },
  '* * * * *',
);

/**
 * Creates the new watch before ending the old one, so that nothing is missed. A refused watch is tried again in an
 * hour.
 */
export const watchAccount = onJob(watchJob, async ({ accountId }, services) => {
  const { db, log } = services;
  const account = await db
    .selectFrom('source_accounts as a')
    .leftJoin('source_watches as w', 'w.account_id', 'a.id')
    .select(['a.id', 'a.source', 'w.renew_at'])
    .where('a.id', '=', accountId)
    .executeTakeFirst();
  if (!account) return;
  // Renewed by another job, or by the previous version, which knows only source_watches.
  if (account.renew_at && account.renew_at > new Date()) {
    await watchAgain(db, accountId, sql`${account.renew_at}::timestamptz`);
    return;
  }
  const { webhookUrl } = findProvider(services, account.source);
  const session = openAccount(services, account);
  try {
    const watched = watchedOf(session);
    if (!webhookUrl || !watched?.watch) return;
    const [name, secret] = [newId(), randomBytes(32).toString('base64url')];
    const url = new URL(`${webhookUrl}/api${webhookPath(account.source)}`);
    const made = await watched.watch({ name, url, secret });
    if (!made) return await postpone(services, accountId);
    const renewAt = new Date(Date.now() + usedUp * (made.expiresAt.getTime() - Date.now()));
    const kept = await keep(services, { accountId, name, secret, remoteId: made.id, renewAt });
    if (!kept) await endWatch(services, session, made.id);
    else if (kept.before) await endWatch(services, session, kept.before);
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    log.warn({ err: error, accountId }, 'changes of an account cannot be watched');
    await postpone(services, accountId);
  } finally {
    await session[Symbol.asyncDispose]();
  }
});

async function postpone({ db }: Services, accountId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const renewAt = await watchAgain(tx, accountId, sql`now() + interval '1 hour'`);
    if (renewAt)
      await sql`insert into source_watches (account_id, renew_at) values (${accountId}, ${renewAt})
        on conflict (account_id) do update set renew_at = excluded.renew_at`.execute(tx);
  });
}

/**
 * Sets when the account is due again, since only due ones are checked every minute. Undefined if it was disconnected
 * meanwhile. Updates its row before that of its watch, in the same order as disconnecting: otherwise the two could wait
 * for each other.
 */
async function watchAgain(db: Executor, accountId: string, at: RawBuilder<unknown>): Promise<Date | undefined> {
  const { rows } = await sql<{ watch_at: Date }>`update source_accounts set watch_at = ${at}
    where id = ${accountId} and status <> 'disconnected' returning watch_at`.execute(db);
  return rows[0]?.watch_at;
}

const isWatch = (capability: Capability) => capability === 'files.watch' || capability === 'threads.watch';

/** The part of an account that can be watched: its files or its messages. */
const watchedOf = ({ files, threads }: Session): Pick<ThreadReads, 'watch' | 'unwatch'> | undefined =>
  files?.changes ?? threads;

interface Made {
  accountId: string;
  name: string;
  secret: string;
  remoteId: string;
  renewAt: Date;
}

/** Undefined if the account was disconnected meanwhile. */
async function keep({ db }: Services, made: Made): Promise<{ before: string | null } | undefined> {
  return db.transaction().execute(async (tx) => {
    if (!(await watchAgain(tx, made.accountId, sql`${made.renewAt}::timestamptz`))) return undefined;
    const { rows } = await sql<{ before: string | null }>`
      with old as (select remote_id from source_watches where account_id = ${made.accountId})
      insert into source_watches (account_id, name, secret_hash, remote_id, renew_at)
      values (${made.accountId}, ${made.name}, ${tokenHash(made.secret)}, ${made.remoteId}, ${made.renewAt})
      on conflict (account_id) do update set name = excluded.name, secret_hash = excluded.secret_hash,
        remote_id = excluded.remote_id, renew_at = excluded.renew_at
      returning (select remote_id from old) as before`.execute(tx);
    return rows[0];
  });
}

/** A watch that can't be ended now ends within days on its own, and its news are ignored. */
export async function endWatch({ log }: Services, session: Session, id: string): Promise<void> {
  const ended = watchedOf(session)
    ?.unwatch?.(id)
    .catch((error) => {
      log.warn({ err: error }, 'a watch could not be ended');
    });
  await Promise.race([ended, sleep(stopMs, undefined, { ref: false })]);
}
