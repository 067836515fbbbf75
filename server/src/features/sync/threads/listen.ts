import { setTimeout as wait } from 'node:timers/promises';
import type { RemoteId } from '@sheaf/connectors';
import { sql } from 'kysely';
import { keepTrying } from '../../../platform/keep-trying.ts';
import { newId } from '../../../platform/uuid.ts';
import type { Services } from '../../../services.ts';
import { openAccount, sourcesThatCan, syncsAutomatically } from '../../sources/index.ts';
import { requestRun } from '../batches.queries.ts';

/**
 * The maximum of connections that one process holds open; further accounts are synced every few minutes, like all
 * others.
 */
const max = 200;
const lookMs = 20_000;
/** A process that is silent for this long has lost its accounts. */
const heldSeconds = 60;
/** Messages come in bursts. */
const gatherMs = 1_000;

interface Listening {
  source: string;
  stop: AbortController;
  ended: Promise<void>;
}

/**
 * Listens at accounts whose source reports changes (IMAP IDLE), each account in one process, and starts a run on each
 * report.
 */
export function startListening(services: Services): { stop(): Promise<void> } {
  const { log } = services;
  const me = newId();
  const listening = new Map<string, Listening>();
  const stopped = new AbortController();
  const look = async () => {
    const mine = await claimAccounts(services, me);
    for (const [id, { stop }] of listening) if (!mine.has(id)) stop.abort();
    for (const [id, source] of mine) {
      if (listening.has(id)) continue;
      const stop = new AbortController();
      const signal = AbortSignal.any([stop.signal, stopped.signal]);
      const ended = listenAt(services, { id, source }, signal).finally(() => listening.delete(id));
      listening.set(id, { source, stop, ended });
    }
  };
  const looking = (async () => {
    while (!stopped.signal.aborted) {
      await look().catch((error) => log.warn({ err: error }, 'accounts to listen at cannot be looked up'));
      await wait(lookMs, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await looking;
      await Promise.all([...listening.values()].map(({ ended }) => ended));
      await sql`delete from account_listeners where listener = ${me}`.execute(services.db).catch(() => {});
    },
  };
}

/**
 * Claims accounts for this process for the next minute: those it has, and as many more as it has room for. The search
 * for these skips what all processes hold, and goes no further.
 */
export async function claimAccounts(
  { db, config }: Pick<Services, 'db' | 'config'>,
  me: string,
): Promise<ReadonlyMap<string, string>> {
  const sources = sourcesThatCan('threads.listen');
  const listens = sql`a.source = any(${sources}) and a.next_sync_at is not null and a.status not in ('disconnected', 'needs_reauth')
    and (select ${syncsAutomatically(config)} from organizations o where o.id = a.organization_id)`;
  const held = sql`now() + make_interval(secs => ${heldSeconds})`;
  const { rows } = await sql<{ id: string; source: string }>`
    with had as materialized (
      select a.id from account_listeners l join source_accounts a on a.id = l.account_id where l.listener = ${me} and ${listens} limit ${max}
    ), due as (
      select id from had
      union all
      (select a.id from source_accounts a
      where ${listens} and not exists (select 1 from account_listeners l
        where l.account_id = a.id and (l.listener = ${me} or l.until >= now()))
      limit ${max} - (select count(*) from had))
    ), mine as (
      insert into account_listeners as l (account_id, listener, until) select id, ${me}, ${held} from due order by id
      on conflict (account_id) do update set listener = excluded.listener, until = excluded.until
        where l.listener = ${me} or l.until < now()
      returning account_id
    ) select a.id, a.source from mine join source_accounts a on a.id = mine.account_id`.execute(db);
  return new Map(rows.map(({ id, source }) => [id, source]));
}

/** Runs until aborted. A source that closes the connection or is unreachable is tried again with growing pauses. */
function listenAt(services: Services, account: { id: string; source: string }, signal: AbortSignal): Promise<void> {
  const { db, log } = services;
  const attempt = async (works: () => void) => {
    const { rows } = await sql<{ id: RemoteId }>`select remote_id as id from message_channels
      where account_id = ${account.id} order by remote_id`.execute(db);
    if (rows.length === 0) return;
    const session = openAccount(services, account, signal);
    try {
      const channels = rows.map(({ id }) => id);
      for await (const _ of session.threads!.listen!(channels, signal)) {
        works();
        await runSoon(services, account.id);
      }
    } finally {
      await session[Symbol.asyncDispose]();
    }
  };
  return keepTrying(signal, attempt, (error) => {
    log.debug({ err: error, accountId: account.id }, 'cannot listen at an account now');
    return undefined;
  });
}

async function runSoon({ db }: Services, accountId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; organization_id: string }>`select id, organization_id from source_accounts
      where id = ${accountId} and status <> 'disconnected' for update`.execute(tx);
    if (rows[0]) await requestRun(tx, rows[0], [], gatherMs);
  });
}
