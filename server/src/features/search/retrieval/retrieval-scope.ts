import { type RawBuilder, sql } from 'kysely';
import type { Member } from '../../../http/viewer.ts';
import { principals } from '../../access/index.ts';
import { foldersBelow } from '../../documents/index.ts';

/** Limits documents to those that match any of these; if omitted, all that the member may see. */
export interface RetrievalScope {
  account_ids?: readonly string[];
  collection_ids?: readonly string[];
  label_ids?: readonly string[];
  /** A folder includes its content. */
  document_ids?: readonly string[];
  /** Leaves these apps out, whatever else is chosen. */
  excluded_sources?: readonly string[];
}

/** SQL: the conditions of a scope for a row `a` of document_access. */
export function scopeConditions(
  viewer: Member,
  { account_ids, collection_ids, label_ids, document_ids, excluded_sources = [] }: RetrievalScope,
): RawBuilder<unknown>[] {
  const { id, membership } = viewer;
  const { organizationId } = membership;
  const tagged = (kind: 'label' | 'collection', ids: readonly string[]) => sql`a.document_id in (
    select t.document_id from ${sql.table(`${kind}_documents`)} t join ${sql.table(`${kind}s`)} l on l.id = t.${sql.ref(`${kind}_id`)}
    where l.id = any(${[...ids]}::uuid[]) and l.user_id = ${id} and l.organization_id = ${organizationId} and l.deleted_at is null)`;
  const chosen: RawBuilder<unknown>[] = [];
  if (account_ids) chosen.push(sql`a.account_id = any(${[...account_ids]}::uuid[])`);
  if (document_ids) {
    const folders = sql`select f.document_id from document_access f
      where f.principal_id = any(${principals(viewer)}) and f.format = 'folder'
      and f.document_id = any(${[...document_ids]}::uuid[])`;
    chosen.push(sql`(a.document_id = any(${[...document_ids]}::uuid[]) or a.parent_id in (${foldersBelow(folders)}))`);
  }
  if (label_ids) chosen.push(tagged('label', label_ids));
  if (collection_ids) chosen.push(tagged('collection', collection_ids));
  const conditions: RawBuilder<unknown>[] = [];
  if (chosen.length > 0) conditions.push(sql`(${sql.join(chosen, sql` or `)})`);
  if (excluded_sources.length > 0)
    conditions.push(sql`a.account_id <> all(array(select id from source_accounts
      where organization_id = ${organizationId} and source = any(${[...excluded_sources]}::text[])))`);
  return conditions;
}
