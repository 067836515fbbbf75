import { uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import { offsetOf, type PageOf } from '../../db/paging.ts';
import type { Executor } from '../../db/pool.ts';
import { type Member, ownedBy } from '../../http/viewer.ts';
import { newId } from '../../platform/uuid.ts';

const failures = sql<number>`(select count(*) from sync_failures f where f.account_id = a.id)`;

/** For documents, My files is an account like any other; for connecting apps it doesn't count. */
const connectable = sql<boolean>`a.source <> ${uploadsSource}`;

/** The run in progress, otherwise the newest, with its first errors. A run requested meanwhile comes after it. */
const newestBatch = sql<BatchRow | null>`(
  select jsonb_build_object('id', b.id, 'kind', b.kind, 'account_id', b.account_id, 'status', b.status, 'phase', b.phase,
    'total', b.total, 'processed', b.processed, 'failed', b.failed, 'bytes', b.bytes, 'started_at', b.started_at,
    'finished_at', b.finished_at, 'errors', (select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'message', f.message)), '[]')
      from (select name, message from sync_failures where account_id = a.id order by remote_id limit 5) f))
  from (select * from batches where account_id = a.id order by id desc limit 2) b
  order by (b.status in ('running', 'paused')) desc, b.id desc limit 1)`;

export interface BatchRow {
  id: string;
  kind: string;
  account_id: string;
  status: string;
  phase: string;
  total: number;
  processed: number;
  failed: number;
  bytes: number;
  started_at: string | Date | null;
  finished_at: string | Date | null;
  errors: { name: string; message: string }[];
}

const shown = (db: Executor) =>
  db
    .selectFrom('source_accounts as a')
    .select(['a.id', 'a.organization_id', 'a.user_id', 'a.source', 'a.name', 'a.status', 'a.problem', 'a.settings'])
    .select([
      'a.display_name',
      'a.files',
      'a.bytes',
      'a.held_deletions',
      'a.not_included',
      'a.access',
      'a.quota_used',
      'a.quota_total',
      'a.last_synced_at',
      'a.next_sync_at',
      'a.resumes_at',
      'a.created_at',
      'a.handed_over_from',
      'a.removed_at',
      'a.removal_total',
    ])
    .select([failures.as('failed'), newestBatch.as('batch')]);

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export function findAccount(db: Executor, viewer: Member, id: string) {
  return shown(db)
    .where((account) => account.and(prefixed(viewer)))
    .where(connectable)
    .where('a.removed_at', 'is', null)
    .where('a.id', '=', id)
    .executeTakeFirst();
}

/** Without a viewer, for the worker. */
export function findAnyAccount(db: Executor, id: string) {
  return shown(db).where('a.id', '=', id).executeTakeFirst();
}

const prefixed = (viewer: Member) => {
  const { organization_id, user_id } = ownedBy(viewer);
  return { 'a.organization_id': organization_id, 'a.user_id': user_id };
};

export function listAccounts(db: Executor, viewer: Member, query: PageOf & { source_id?: string }) {
  const mine = () => {
    const all = db.selectFrom('source_accounts as a').where((account) => account.and(prefixed(viewer)));
    return query.source_id ? all.where('a.source', '=', query.source_id) : all.where(connectable);
  };
  const rows = shown(db).where((account) => account.and(prefixed(viewer)));
  return (query.source_id ? rows.where('a.source', '=', query.source_id) : rows.where(connectable))
    .select(() => mine().select(sql<number>`count(*)`.as('count')).as('total'))
    .orderBy('a.id')
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute();
}

export async function countAccounts(db: Executor, viewer: Member): Promise<number> {
  const row = await db
    .selectFrom('source_accounts as a')
    .select(sql<number>`count(*)`.as('count'))
    .where((account) => account.and(prefixed(viewer)))
    .where(connectable)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function countOrganizationAccounts(db: Executor, organizationId: string): Promise<number> {
  const row = await db
    .selectFrom('source_accounts as a')
    .select(sql<number>`count(*)`.as('count'))
    .where('a.organization_id', '=', organizationId)
    .where('a.removed_at', 'is', null)
    .where(connectable)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function accountsPerSource(db: Executor, viewer: Member): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('source_accounts as a')
    .select(['a.source', sql<number>`count(*)`.as('accounts')])
    .where((account) => account.and(prefixed(viewer)))
    .where('a.removed_at', 'is', null)
    .groupBy('a.source')
    .execute();
  return new Map(rows.map((row) => [row.source, row.accounts]));
}

/** Adds an account, or updates one connected again, whose documents and settings stay. */
export async function upsertAccount(
  tx: Executor,
  viewer: Member,
  account: {
    source: string;
    remote_user_id: string;
    name: string;
    secrets: Buffer;
    settings: object;
    access: readonly string[];
  },
): Promise<string> {
  const row = await tx
    .insertInto('source_accounts')
    .values({
      id: newId(),
      ...ownedBy(viewer),
      ...account,
      access: [...account.access],
      settings: JSON.stringify(account.settings),
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'user_id', 'source', 'remote_user_id']).doUpdateSet({
        name: account.name,
        secrets: account.secrets,
        status: 'connected',
        problem: null,
        handed_over_from: null,
        access: [...account.access],
        // With different access, everything is listed and watched again.
        listing_scope: sql`case when source_accounts.access = excluded.access then source_accounts.listing_scope end`,
        watch_at: sql`case when source_accounts.access = excluded.access then source_accounts.watch_at else now() end`,
        // An account that synced before continues automatically.
        next_sync_at: sql`case when source_accounts.listing > 0 then now() end`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateAccount(tx: Executor, id: string, change: Record<string, unknown>): Promise<void> {
  await tx.updateTable('source_accounts').set(change).where('id', '=', id).execute();
}

/** Sends open event streams a change of the account; arrives with the commit. */
export async function notifyAccount(tx: Executor, accountId: string): Promise<void> {
  await sql`select pg_notify('sheaf_account', organization_id || ' ' || user_id || ' ' || id)
    from source_accounts where id = ${accountId}`.execute(tx);
}
