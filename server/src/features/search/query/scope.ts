import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import type { Member } from '../../../http/viewer.ts';
import { containing } from '../../../platform/text/like-pattern.ts';
import { isSeen, principals, seenInOrder } from '../../access/index.ts';
import {
  documentConditions,
  type Filters,
  joined,
  type NameRoute,
  nameRouteOf,
  type RouteServices,
} from '../../documents/index.ts';
import { accountConditions, operatorConditions } from './operators.ts';
import { type Asked, anyQueryOf, contentQuery, fits } from './search-terms.ts';

/** The documents to search. */
export interface Scope {
  viewer: Member;
  /**
   * SQL: the filters for a row `a` of document_access. Permissions come in addition: with `seenInOrder`, or in `where`.
   */
  filters: RawBuilder<unknown>;
  /** SQL: permission and filters for a row `a` of document_access. */
  where: RawBuilder<unknown>;
  /** SQL: leaves out documents with excluded words. Expensive, so it is checked only for matches. */
  without: RawBuilder<unknown>;
  /**
   * Accounts with documents the viewer may see, to find passages faster; permissions are checked anyway. Null if they
   * are most of all.
   */
  accounts: string[] | null;
  /** The number of documents, if they are few enough to check one by one. */
  few: number | null;
  /** The share of what the viewer sees that the filters leave, estimated from the newest documents. */
  density: number;
  /** How names are searched. */
  names: NameRoute;
}

const fewDocuments = 1_500;
const sample = 300;
/** From this share of all documents on, filtering the index of passages by account costs more than it saves. */
const maxOfAll = 0.25;

export interface Narrowing {
  filters: Filters;
  /** SQL: further conditions for a row `a` of document_access. */
  also?: readonly RawBuilder<unknown>[];
}

export async function scopeOf(
  services: RouteServices,
  viewer: Member,
  asked: Asked,
  languages: readonly string[],
  { filters, also = [] }: Narrowing,
): Promise<Scope> {
  const { db } = services;
  const { organizationId } = viewer.membership;
  const names = await nameRouteOf(services, viewer);
  const conditions = [
    ...documentConditions(viewer, filters, names),
    ...operatorConditions(viewer, asked.operators, names),
    ...also,
  ];
  const narrowed = joined(conditions);
  const where = sql`${isSeen(viewer)} and ${narrowed}`;
  const ofAccount = [
    sql`c.organization_id = ${organizationId} and c.removed_at is null`,
    ...accountConditions(viewer, asked.operators),
  ];
  if (filters.account_id) ofAccount.push(sql`c.id = ${filters.account_id}`);
  if (filters.source_id) ofAccount.push(sql`c.source = ${filters.source_id}`);
  const newest = seenInOrder(viewer, {
    columns: sql`a.*`,
    where: sql`true`,
    order: sql`a.modified_at desc, a.document_id desc`,
    limit: conditions.length === 0 ? 0 : sample,
    isFixed: true,
  });
  const { rows } = await sql<{ accounts: string[] | null; documents: number; among: number }>`
    with recursive ${sharedWith(viewer)}, seen as materialized (
      select c.id, c.files from source_accounts c where ${sql.join(ofAccount, sql` and `)}
        and (c.user_id = ${viewer.id} or c.id in (select account_id from shared)))
    select
      case when (select coalesce(sum(files), 0) from seen) < (select reltuples from pg_class where oid = 'documents'::regclass) * ${sql.lit(maxOfAll)}
        then array(select id from seen) end as accounts,
      (select count(*) from (select 1 from document_access a where ${where}
        limit ${sql.lit(fewDocuments + 1)}) s) as documents,
      (select count(*) from (${newest}) a where ${narrowed}) as among`.execute(db);
  const { accounts, documents, among } = rows[0]!;
  return {
    viewer,
    filters: narrowed,
    where,
    without: await exclusions(db, asked, languages),
    accounts,
    density: conditions.length === 0 ? 1 : among / sample,
    few: documents <= fewDocuments ? documents : null,
    names,
  };
}

/** The accounts with anything shared with the viewer, found one after another, because each may have many shares. */
const sharedWith = (viewer: Member): RawBuilder<unknown> => {
  const next = (after: RawBuilder<unknown>) => sql`(select s.account_id from document_shares s
    where s.organization_id = ${viewer.membership.organizationId} and s.principal_id = who and ${after} order by s.account_id limit 1)`;
  return sql`shared (who, account_id) as (
    select who, ${next(sql`true`)} from unnest(${principals(viewer)}) who
    union all select who, ${next(sql`s.account_id > shared.account_id`)} from shared where account_id is not null)`;
};

/** SQL: leaves out documents with these words in the name or anywhere in the content. */
async function exclusions(
  db: Executor,
  { unwanted }: Asked,
  languages: readonly string[],
): Promise<RawBuilder<unknown>> {
  const query = await contentQuery(db, unwanted, languages);
  const queries = query?.terms.filter((term) => term !== null) ?? [];
  const conditions = unwanted.map(({ typed }) => sql`search_key(a.name_key) not like search_key(${containing(typed)})`);
  if (queries.length > 0)
    conditions.push(sql`not exists (select 1 from documents d
      join passages p on p.organization_id = d.organization_id and p.sha256 = d.sha256
      where d.id = a.document_id and ${fits(anyQueryOf(queries))})`);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}
