import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectorError, type Session } from '@sheaf/connectors';
import { sql } from 'kysely';
import { enqueueAll, jobType, onJob } from '../../jobs/queue.ts';
import { tokenHash } from '../../platform/keys.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { openAccount } from './open-account.ts';
import { availableProviders, findProvider } from './provider.ts';

export const webhookPath = (source: string) => `/webhooks/${source}`;

const watchJob = jobType<{ accountId: string }>('sources.watch');
/** Of what a watch lasts, how much passes before it is renewed. */
const usedUp = 0.8;
const stopMs = 5_000;

/** Every minute: accounts that sync, at providers that can tell us of changes, and have no watch that lasts. */
export const renewWatches = onJob(
  jobType<object>('sources.renew-watches'),
  async (_, services) => {
    const watching = availableProviders(services)
      .filter(({ connector, webhookUrl }) => webhookUrl && connector.manifest.capabilities.includes('files.watch'))
      .map(({ connector }) => connector.manifest.slug);
    if (watching.length === 0) return;
    const { rows } = await sql<{ accountId: string }>`select a.id as "accountId"
      from source_accounts a left join source_watches w on w.account_id = a.id
      where a.next_sync_at is not null and a.source = any(${watching}) and (w.renew_at is null or w.renew_at <= now())
      order by a.next_sync_at limit 500`.execute(services.db);
    await enqueueAll(services.db, watchJob, rows, { maxAttempts: 1 });
  },
  '* * * * *',
);

/** The new watch first, then the old one's end: nothing falls between. One that is refused is tried again in an hour. */
export const watchAccount = onJob(watchJob, async ({ accountId }, services) => {
  const { db, log } = services;
  const account = await db
    .selectFrom('source_accounts as a')
    .leftJoin('source_watches as w', 'w.account_id', 'a.id')
    .select(['a.id', 'a.source', 'w.renew_at'])
    .where('a.id', '=', accountId)
    .executeTakeFirst();
  if (!account || (account.renew_at && account.renew_at > new Date())) return;
  const { webhookUrl } = findProvider(services, account.source);
  const session = openAccount(services, account);
  try {
    if (!webhookUrl || !session.files?.changes?.watch) return;
    const [name, secret] = [newId(), randomBytes(32).toString('base64url')];
    const url = new URL(`${webhookUrl}/api${webhookPath(account.source)}`);
    const made = await session.files.changes.watch({ name, url, secret });
    const renewAt = new Date(Date.now() + usedUp * (made.expiresAt.getTime() - Date.now()));
    const kept = await keep(services, { accountId, name, secret, remoteId: made.id, renewAt });
    if (!kept) await end(services, session, made.id);
    else if (kept.before) await end(services, session, kept.before);
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    log.warn({ err: error, accountId }, 'changes of an account cannot be watched');
    await sql`insert into source_watches (account_id, renew_at)
      select id, now() + interval '1 hour' from source_accounts where id = ${accountId}
      on conflict (account_id) do update set renew_at = excluded.renew_at`.execute(db);
  } finally {
    await session[Symbol.asyncDispose]();
  }
});

interface Made {
  accountId: string;
  name: string;
  secret: string;
  remoteId: string;
  renewAt: Date;
}

/** Undefined where the account was disconnected meanwhile. */
async function keep({ db }: Services, made: Made): Promise<{ before: string | null } | undefined> {
  const { rows } = await sql<{ before: string | null }>`
    with old as (select remote_id from source_watches where account_id = ${made.accountId})
    insert into source_watches (account_id, name, secret_hash, remote_id, renew_at)
    select id, ${made.name}, ${tokenHash(made.secret)}, ${made.remoteId}, ${made.renewAt}
      from source_accounts where id = ${made.accountId} and status <> 'disconnected'
    on conflict (account_id) do update set name = excluded.name, secret_hash = excluded.secret_hash,
      remote_id = excluded.remote_id, renew_at = excluded.renew_at
    returning (select remote_id from old) as before`.execute(db);
  return rows[0];
}

/** Before the grant is given back. One that cannot be ended now ends by itself within days, and is not heard any more. */
export async function stopWatching(services: Services, account: { id: string; source: string }): Promise<void> {
  const { rows } = await sql<{
    remote_id: string | null;
  }>`delete from source_watches where account_id = ${account.id} returning remote_id`.execute(services.db);
  const id = rows[0]?.remote_id;
  if (!id) return;
  const session = openAccount(services, account);
  await end(services, session, id).finally(() => session[Symbol.asyncDispose]());
}

async function end({ log }: Services, session: Session, id: string): Promise<void> {
  const ended = session.files?.changes?.unwatch?.(id).catch((error) => {
    log.warn({ err: error }, 'a watch could not be ended');
  });
  await Promise.race([ended, sleep(stopMs, undefined, { ref: false })]);
}
