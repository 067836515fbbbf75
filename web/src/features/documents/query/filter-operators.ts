import { formatSearch, type SearchOperator, searchTypes } from '@sheaf/contract';
import type { Choices } from '../choices.ts';
import type { DocumentQuery } from './document-query.ts';

/** The names, for operators, of what filters have an id for. */
export type FilterNames = Pick<Choices, 'accounts' | 'labelName' | 'collectionName'> & { folderName?: string };

/**
 * The search with its filters as operators: its text alone gives the same results, as far as operators can express it.
 */
export function withOperators(query: DocumentQuery, names: FilterNames): string {
  const { search = '', type, source_id, account_id, label_id, collection_id, owner, updated_from, updated_to } = query;
  const values: Partial<Record<SearchOperator, string | undefined>> = {
    type: type && Object.hasOwn(searchTypes, type) && type !== 'other' ? type : undefined,
    source: source_id,
    account: account_id && names.accounts.find(({ id }) => id === account_id)?.name,
    label: label_id && names.labelName,
    collection: collection_id && names.collectionName,
    in: query.in && names.folderName,
    owner,
    after: updated_from,
    before: updated_to && dayAfter(updated_to),
  };
  const terms = Object.entries(values).flatMap(([operator, value]) =>
    value ? [{ kind: 'operator' as const, excluded: false, operator: operator as SearchOperator, value }] : [],
  );
  return [search, formatSearch(terms)].filter(Boolean).join(' ');
}

/** The operator `before:` excludes its day. */
const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
