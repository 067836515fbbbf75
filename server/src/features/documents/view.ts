import type { DocumentSort } from '@sheaf/contract';
import { type RawBuilder, type Sql, sql } from 'kysely';
import type { Member } from '../../http/viewer.ts';
import { containing } from '../../platform/search.ts';

export interface Filters {
  search?: string;
  type?: string;
  source_id?: string;
  account_id?: string;
  parent_id?: string;
  label_id?: string;
  collection_id?: string;
  owner?: 'me' | 'shared';
  updated_from?: string;
  updated_to?: string;
}

/** A list somebody looks at: whose, what of it, in which order. */
export interface View {
  /** The rows of document_access it consists of, as `a`. */
  where: RawBuilder<unknown>;
  column: RawBuilder<unknown>;
  /** The type of the column, for values that come back from a memo. */
  cast: RawBuilder<unknown>;
  descending: boolean;
  /** Folders stand before files. */
  foldersFirst: boolean;
  /** Names the list among those of the same member and version. */
  key: string;
}

const columns: Record<DocumentSort, { column: RawBuilder<unknown>; cast: RawBuilder<unknown> }> = {
  name: { column: sql`a.name_key`, cast: sql`text` },
  updated_at: { column: sql`a.modified_at`, cast: sql`timestamptz` },
  size: { column: sql`a.size`, cast: sql`bigint` },
  type: { column: sql`a.type`, cast: sql`text` },
};

/** What one may see, narrowed. Only one's own labels and collections count; a folder one may not see is empty. */
export function viewOf(viewer: Member, filters: Filters, sort: string | undefined): View {
  const inFolder = filters.parent_id !== undefined;
  const order = sort ?? (inFolder ? 'name' : '-updated_at');
  const descending = order.startsWith('-');
  const name = (descending ? order.slice(1) : order) as DocumentSort;
  return {
    ...columns[name],
    descending,
    foldersFirst: inFolder && name !== 'type',
    where: sql.join(conditions(viewer, filters), sql` and `),
    key: JSON.stringify([order, ...Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))]),
  };
}

function conditions(viewer: Member, filters: Filters): ReturnType<Sql>[] {
  const { organizationId } = viewer.membership;
  const all = [sql`a.organization_id = ${organizationId}`, sql`a.user_id = ${viewer.id}`];
  const { search, type, source_id, account_id, parent_id, label_id, collection_id, owner } = filters;
  if (search?.trim()) all.push(sql`a.name_key like ${containing(search.trim())}`);
  if (type) all.push(sql`a.format = ${type}`);
  if (account_id) all.push(sql`a.account_id = ${account_id}`);
  if (source_id)
    all.push(sql`a.account_id = any(array(
      select id from source_accounts where organization_id = ${organizationId} and source = ${source_id}))`);
  if (owner) all.push(sql`a.own = ${owner === 'me'}`);
  if (filters.updated_from) all.push(sql`a.modified_at >= ${`${filters.updated_from}T00:00:00Z`}::timestamptz`);
  if (filters.updated_to)
    all.push(sql`a.modified_at < ${`${filters.updated_to}T00:00:00Z`}::timestamptz + interval '1 day'`);
  if (label_id) all.push(tagged('label', viewer, label_id));
  if (collection_id) all.push(tagged('collection', viewer, collection_id));
  if (parent_id === 'root')
    all.push(
      sql`a.document_id in (select id from documents where parent_id is null and account_id = ${account_id ?? null})`,
    );
  else if (parent_id)
    all.push(sql`a.document_id in (select id from documents where parent_id = ${parent_id})
      and exists (select 1 from document_access where document_id = ${parent_id} and user_id = ${viewer.id})`);
  return all;
}

function tagged(kind: 'label' | 'collection', viewer: Member, id: string): ReturnType<Sql> {
  const [links, things, link] = [sql.table(`${kind}_documents`), sql.table(`${kind}s`), sql.ref(`${kind}_id`)];
  return sql`exists (select 1 from ${links} t where t.${link} = ${id} and t.document_id = a.document_id)
    and exists (select 1 from ${things} where id = ${id} and user_id = ${viewer.id} and deleted_at is null
      and organization_id = ${viewer.membership.organizationId})`;
}
