import { Button } from '@mantine/core';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import { type Account, type Source, useChoices } from '../choices.ts';
import { activeFilters, type DocumentQuery, noFilters, type Scope } from '../document-query.ts';
import type { DocumentSearch } from '../document-search.ts';
import { DateFilter } from './date-filter.tsx';
import { ChoiceFilter, type Option } from './filter-chip.tsx';
import classes from './filters.module.css';
import { CollectionFilter, LabelFilter } from './paged-filter.tsx';

const types: readonly Option[] = [
  { value: 'folder', name: 'Folder' },
  { value: 'jpg', name: 'JPG' },
  { value: 'png', name: 'PNG' },
  { value: 'other', name: 'Other' },
];

const owners: readonly Option[] = [
  { value: 'me', name: 'Me' },
  { value: 'shared', name: 'Shared with me' },
];

interface FiltersProps {
  query: DocumentQuery;
  scope: Scope;
  onSearch(change: Partial<DocumentSearch>): void;
}

export function Filters({ query, scope, onSearch }: FiltersProps) {
  const { accounts, sources } = useChoices();
  const set = activeFilters(query, scope).filter((name) => name !== 'search');
  // Without filters an account is a place with folders to go through; with filters all of it counts.
  const browsing = set.length === 0 && !scope.label_id && !scope.collection_id;
  return (
    <fieldset className={classes.chips} aria-label="Filters">
      <ChoiceFilter name="Type" options={types} value={query.type} onChange={(type) => onSearch({ type })} />
      {sources.length > 0 || query.source_id ? (
        <ChoiceFilter
          name="Source"
          options={sources.map(sourceOption)}
          value={query.source_id}
          onChange={(source_id) => onSearch({ source_id })}
        />
      ) : null}
      {accounts.length > 0 ? (
        <ChoiceFilter
          name="Account"
          options={accounts.map(accountOption)}
          value={query.account_id}
          onChange={(account_id) => onSearch({ account_id, parent_id: account_id && browsing ? 'root' : undefined })}
        />
      ) : null}
      {scope.label_id ? null : <LabelFilter value={query.label_id} onChange={(label_id) => onSearch({ label_id })} />}
      {scope.collection_id ? null : (
        <CollectionFilter value={query.collection_id} onChange={(collection_id) => onSearch({ collection_id })} />
      )}
      <ChoiceFilter name="Owner" options={owners} value={query.owner} onChange={(owner) => onSearch({ owner })} />
      <DateFilter from={query.updated_from} to={query.updated_to} onChange={onSearch} />
      {set.length > 1 ? (
        <Button variant="subtle" size="compact-sm" h={32} flex="none" onClick={() => onSearch(noFilters)}>
          Clear all
        </Button>
      ) : null}
    </fieldset>
  );
}

const accountOption = ({ id, name, source }: Account): Option => ({
  value: id,
  name,
  icon: <SourceIcon slug={source.slug} size={24} />,
});

const sourceOption = ({ slug, name }: Source): Option => ({
  value: slug,
  name,
  icon: <SourceIcon slug={slug} size={24} />,
});
