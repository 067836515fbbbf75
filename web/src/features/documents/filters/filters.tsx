import { Button } from '@mantine/core';
import type { DocumentType, TypeFilterName } from '@sheaf/contract';
import { accountDetail, accountTitle } from '../../../lib/format/account-title.ts';
import { DocumentIcon } from '../../../ui/documents/document-icon.tsx';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import { type Account, type Source, useChoices } from '../choices.ts';
import { activeFilters, type DocumentQuery, noFilters, type Scope } from '../query/document-query.ts';
import type { DocumentSearch } from '../query/document-search.ts';
import { DateFilter } from './date-filter.tsx';
import { ChoiceFilter, type Option } from './filter-chip.tsx';
import classes from './filters.module.css';
import { CollectionFilter, LabelFilter } from './paged-filter.tsx';

const typeOption = (value: TypeFilterName, name: string, type: DocumentType, hint?: string): Option => ({
  value,
  name,
  hint,
  icon: <DocumentIcon type={type} size={24} />,
});

const types: readonly Option[] = [
  typeOption('folder', 'Folder', 'folder'),
  typeOption('jpg', 'JPG', 'image'),
  typeOption('png', 'PNG', 'image'),
  typeOption('pdf', 'PDF', 'pdf'),
  typeOption('document', 'Document', 'word'),
  typeOption('spreadsheet', 'Spreadsheet', 'excel'),
  typeOption('presentation', 'Presentation', 'point'),
  typeOption('video', 'Video', 'video'),
  typeOption('audio', 'Audio', 'audio'),
  typeOption('other', 'Other', 'other', 'Documents and media too'),
];

const owners: readonly Option[] = [
  { value: 'me', name: 'Me' },
  { value: 'shared', name: 'Shared with me' },
];

interface FiltersProps {
  query: DocumentQuery;
  scope: Scope;
  /** False: only the filters that are set. */
  showAll: boolean;
  onSearch(change: Partial<DocumentSearch>): void;
  /** A filter was cleared, and its chip may be gone. */
  onCleared(): void;
}

export function Filters({ query, scope, showAll, onSearch: change, onCleared }: FiltersProps) {
  const { accounts, sources } = useChoices();
  const fixed = isFixed(query, scope);
  const set = activeFilters(query, scope).filter((name) => name !== 'search');
  if (!showAll && set.length === 0) return null;
  const shows = (...names: (keyof typeof noFilters)[]) => showAll || names.some((name) => query[name] !== undefined);
  const onSearch = (changes: Partial<DocumentSearch>) => {
    change(changes);
    if (Object.values(changes).every((value) => value === undefined) && !showAll) onCleared();
  };
  const clearAll = () => {
    change({ ...noFilters, search: query.search });
    onCleared();
  };
  return (
    <fieldset className={`wrap gap-8 shrinkable flush ${classes.chips}`} aria-label="Filters">
      {shows('type') ? (
        <ChoiceFilter name="Type" options={types} value={query.type} onChange={(type) => onSearch({ type })} />
      ) : null}
      {!fixed.source && shows('source_id') && (sources.length > 0 || query.source_id) ? (
        <ChoiceFilter
          name="App"
          options={sources.map(sourceOption)}
          value={query.source_id}
          onChange={(source_id) => onSearch({ source_id, account_id: undefined })}
        />
      ) : null}
      {!fixed.account && shows('account_id') && accounts.length > 0 ? (
        <ChoiceFilter
          name="Account"
          options={accounts.filter(isOf(query.source_id)).map(accountOption)}
          value={query.account_id}
          onChange={(account_id) => onSearch({ account_id })}
        />
      ) : null}
      {!scope.label_id && shows('label_id') ? (
        <LabelFilter value={query.label_id} onChange={(label_id) => onSearch({ label_id })} />
      ) : null}
      {!scope.collection_id && shows('collection_id') ? (
        <CollectionFilter value={query.collection_id} onChange={(collection_id) => onSearch({ collection_id })} />
      ) : null}
      {!fixed.owner && shows('owner') ? (
        <ChoiceFilter name="Owner" options={owners} value={query.owner} onChange={(owner) => onSearch({ owner })} />
      ) : null}
      {shows('updated_from', 'updated_to') ? (
        <DateFilter from={query.updated_from} to={query.updated_to} onChange={onSearch} />
      ) : null}
      {set.length > 1 ? (
        <Button variant="subtle" size="compact-sm" h={32} flex="none" onClick={clearAll}>
          Clear all
        </Button>
      ) : null}
    </fieldset>
  );
}

/** The filters that the place already determines. */
function isFixed(query: DocumentQuery, scope: Scope) {
  const inFolder = query.in !== undefined || (query.parent_id !== undefined && query.parent_id !== 'root');
  const account = inFolder || scope.account_id !== undefined || scope.source_id !== undefined;
  return { source: account, account, owner: account || scope.owner !== undefined };
}

const isOf =
  (slug: string | undefined) =>
  ({ source }: Account) =>
    slug === undefined || source.slug === slug;

/** Names an account by app and address, or an account of someone else by its owner. */
const accountOption = (account: Account): Option => ({
  value: account.id,
  name: accountTitle(account, account.source),
  detail: account.owner ?? accountDetail(account, account.source),
  icon: <SourceIcon slug={account.source.slug} size={24} />,
});

const sourceOption = ({ slug, name }: Source): Option => ({
  value: slug,
  name,
  icon: <SourceIcon slug={slug} size={24} />,
});
