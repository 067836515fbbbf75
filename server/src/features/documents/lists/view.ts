import { type DocumentSort, type TypeFilter, type TypeFilterName, typeFilters } from '@sheaf/contract';
import { type RawBuilder, type Sql, sql } from 'kysely';
import type { Member } from '../../../http/viewer.ts';
import { isSeen, principals, sees } from '../../access/index.ts';
import { hasInName, type NameRoute } from './names.ts';

export interface Filters {
  search?: string;
  type?: TypeFilterName;
  source_id?: string;
  account_id?: string;
  parent_id?: string;
  in?: string;
  kind?: 'file' | 'folder';
  label_id?: string;
  collection_id?: string;
  owner?: 'me' | 'shared';
  recent?: 'true';
  place?: 'starred' | 'trash';
  updated_from?: string;
  updated_to?: string;
}

/** A list as a person views it: its owner, its filters and its order. */
export interface View {
  viewer: Member;
  /** Conditions on a row `a` of document_access, in addition to the viewer seeing it. */
  filters: RawBuilder<unknown>;
  /** All conditions on the rows `a` of document_access in the list. */
  where: RawBuilder<unknown>;
  column: RawBuilder<unknown>;
  /** The type of the column, for values from the cache. */
  cast: RawBuilder<unknown>;
  descending: boolean;
  /** Whether folders come before files. */
  foldersFirst: boolean;
  /** Identifies the list among those of the same member and version. */
  key: string;
}

const columns: Record<DocumentSort, { column: RawBuilder<unknown>; cast: RawBuilder<unknown> }> = {
  name: { column: sql`a.name_key`, cast: sql`text` },
  updated_at: { column: sql`a.modified_at`, cast: sql`timestamptz` },
  size: { column: sql`a.size`, cast: sql`bigint` },
  type: { column: sql`a.type`, cast: sql`text` },
};

/**
 * The list of what the viewer may see, narrowed by filters. Only their own labels and collections count; a folder they
 * may not see is empty.
 */
export function viewOf(viewer: Member, filters: Filters, sort: string | undefined, names: NameRoute): View {
  const inFolder = filters.parent_id !== undefined;
  const order = sort ?? (inFolder ? 'name' : '-updated_at');
  const descending = order.startsWith('-');
  const name = (descending ? order.slice(1) : order) as DocumentSort;
  const narrowed = joined(documentConditions(viewer, filters, names));
  return {
    ...columns[name],
    viewer,
    filters: narrowed,
    where: sql`${isSeen(viewer)} and ${narrowed}`,
    descending,
    foldersFirst: inFolder && name !== 'type',
    key: JSON.stringify([order, ...Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))]),
  };
}

/** All of these conditions; true if there are none. */
export const joined = (conditions: readonly RawBuilder<unknown>[]): ReturnType<Sql> =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;

/** The conditions of filters on a row `a` of document_access that the viewer sees. */
export function documentConditions(viewer: Member, filters: Filters, names: NameRoute): ReturnType<Sql>[] {
  const { organizationId } = viewer.membership;
  const all: ReturnType<Sql>[] = [];
  const { search, type, kind, source_id, account_id, parent_id, label_id, collection_id, owner } = filters;
  if (search?.trim()) all.push(hasInName(search.trim(), names));
  if (type) all.push(isOfType(typeFilters[type]));
  if (kind) all.push(kind === 'folder' ? sql`a.format = 'folder'` : sql`a.format <> 'folder'`);
  if (account_id) all.push(sql`a.account_id = ${account_id}`);
  if (source_id)
    all.push(sql`a.account_id = any(array(
      select id from source_accounts where organization_id = ${organizationId} and source = ${source_id}))`);
  if (owner) all.push(sql`a.own = ${owner === 'me'}`);
  if (filters.recent)
    all.push(sql`a.document_id in (select document_id from recent_documents
      where organization_id = ${organizationId} and user_id = ${viewer.id})`);
  if (filters.place === 'starred')
    all.push(sql`a.document_id in (select document_id from starred_documents
      where organization_id = ${organizationId} and user_id = ${viewer.id})`);
  if (filters.updated_from) all.push(sql`a.modified_at >= ${`${filters.updated_from}T00:00:00Z`}::timestamptz`);
  if (filters.updated_to)
    all.push(sql`a.modified_at < ${`${filters.updated_to}T00:00:00Z`}::timestamptz + interval '1 day'`);
  if (label_id) all.push(tagged('label', viewer, label_id));
  if (collection_id) all.push(tagged('collection', viewer, collection_id));
  if (parent_id === 'root') all.push(owner === 'shared' ? sharedTop(viewer) : ownTop(viewer, filters));
  else if (parent_id)
    all.push(
      sql`a.document_id in (select id from documents where parent_id = ${parent_id} and thread_remote_id is null) and ${sees(viewer, sql`${parent_id}`)}`,
    );
  if (filters.in)
    all.push(
      sql`a.parent_id in (${foldersBelow(sql`select ${filters.in}::uuid`)}) and ${sees(viewer, sql`${filters.in}`)}`,
    );
  return all;
}

/** SQL condition on a row `a` of document_access. */
export const isOfType = ({ types, format }: TypeFilter): ReturnType<Sql> =>
  types ? sql`a.type = any(${[...types]}::text[])` : sql`a.format = ${format}`;

/** These folders and all folders below them, which are few. Files are found by their folder in `document_access`. */
export const foldersBelow = (ids: RawBuilder<unknown>): ReturnType<Sql> => sql`with recursive below (id) as (
    (${ids})
    union
    select d.id from documents d join below on d.parent_id = below.id where d.kind = 'folder')
  select id from below`;

/** The top levels of the viewer's accounts, narrowed by account and source. */
function ownTop({ id, membership }: Member, { account_id, source_id }: Filters): ReturnType<Sql> {
  const asked = [sql`organization_id = ${membership.organizationId}`, sql`user_id = ${id}`];
  if (account_id) asked.push(sql`id = ${account_id}`);
  if (source_id) asked.push(sql`source = ${source_id}`);
  return sql`a.document_id in (select id from documents where parent_id is null
    and account_id = any(array(select id from source_accounts where ${sql.join(asked, sql` and `)})))`;
}

/** What was shared directly. If the folder above is visible too, it belongs there. */
const sharedTop = (viewer: Member): ReturnType<Sql> => sql`a.document_id in (select document_id from document_shares
    where organization_id = ${viewer.membership.organizationId} and principal_id = any(${principals(viewer)})
      and state in ('live', 'filling'))
  and not ${sees(viewer, sql`a.parent_id`)}`;

function tagged(kind: 'label' | 'collection', viewer: Member, id: string): ReturnType<Sql> {
  const [links, things, link] = [sql.table(`${kind}_documents`), sql.table(`${kind}s`), sql.ref(`${kind}_id`)];
  return sql`exists (select 1 from ${links} t where t.${link} = ${id} and t.document_id = a.document_id)
    and exists (select 1 from ${things} where id = ${id} and user_id = ${viewer.id} and deleted_at is null
      and organization_id = ${viewer.membership.organizationId})`;
}
