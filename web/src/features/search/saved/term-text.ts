import type { SearchOperator, SearchTerm } from '@sheaf/contract';

const names: Readonly<Record<SearchOperator, string>> = {
  type: 'Type',
  source: 'App',
  account: 'Account',
  label: 'Label',
  collection: 'Collection',
  in: 'In',
  owner: 'Owner',
  from: 'From',
  before: 'Before',
  after: 'After',
};

/** A term of a search in everyday words; undefined for a plain word. */
export function termText(term: SearchTerm): string | undefined {
  if (term.kind === 'operator') {
    if (!term.value) return undefined;
    return `${term.excluded ? 'Not ' : ''}${names[term.operator]}: ${term.value}`;
  }
  if (term.excluded) return `Without “${term.text}”`;
  return term.kind === 'phrase' ? `“${term.text}”` : undefined;
}
