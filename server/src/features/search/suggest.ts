import {
  parseSearch,
  type SearchOperator,
  type SearchSuggestion,
  type SearchTerm,
  searchOperators,
  termAt,
} from '@sheaf/contract';
import { sql } from 'kysely';
import type { Member } from '../../http/viewer.ts';
import { containing } from '../../platform/text/like-pattern.ts';
import type { Services } from '../../services.ts';
import { documentsByIds } from '../documents/index.ts';
import { nameHits } from './hits/name-hits.ts';
import { operatorValues } from './operator-values.ts';
import { scopeOf } from './query/scope.ts';
import { askedBy } from './query/search-terms.ts';

const maxDocuments = 6;
const maxPast = 5;

const suggestion = (
  kind: SearchSuggestion['kind'],
  text: string,
  query: string,
  hint: string | null = null,
): SearchSuggestion => ({
  kind,
  text,
  query,
  hint,
  document: null,
});

/** Completions for the text at the cursor. */
export async function suggest(
  services: Services,
  viewer: Member,
  { q, cursor = q.length }: { q: string; cursor?: number },
): Promise<SearchSuggestion[]> {
  const term = termAt(parseSearch(q), cursor);
  const [operator, typed] = operatorIn(term);
  if (term && operator) {
    const values = await operatorValues(services, viewer, operator, typed);
    return values.map(({ value, hint }) => suggestion('value', value, replaced(q, term, operator, value), hint));
  }
  const [past, documents] = await Promise.all([
    pastSearches(services, viewer, q.trim()),
    documentsNamed(services, viewer, q),
  ]);
  return [...past, ...documents, ...(term?.kind === 'word' ? operatorsLike(q, term) : [])];
}

/** Also recognizes incomplete values, such as type:p. */
function operatorIn(term: SearchTerm | undefined): [SearchOperator | null, string] {
  if (term?.kind === 'operator') return [term.operator, term.value];
  const [, name, value] = /^(\w+):(.*)$/su.exec(term?.kind === 'word' ? term.text : '') ?? [];
  return name && Object.hasOwn(searchOperators, name.toLowerCase())
    ? [name.toLowerCase() as SearchOperator, value!]
    : [null, ''];
}

function replaced(q: string, { start, end, excluded }: SearchTerm, operator: SearchOperator, value: string): string {
  const text = `${excluded ? '-' : ''}${operator}:${/[\s"]/u.test(value) ? `"${value.replaceAll('"', '')}"` : value}`;
  return `${q.slice(0, start)}${text} ${q.slice(end).trimStart()}`;
}

function operatorsLike(q: string, term: SearchTerm & { text: string }): SearchSuggestion[] {
  const text = term.text.toLowerCase();
  return Object.entries(searchOperators)
    .filter(([name]) => name.startsWith(text))
    .map(([name, hint]) =>
      suggestion(
        'operator',
        `${name}:`,
        `${q.slice(0, term.start)}${term.excluded ? '-' : ''}${name}:${q.slice(term.end)}`,
        hint,
      ),
    );
}

async function pastSearches({ db }: Services, { id, membership }: Member, text: string): Promise<SearchSuggestion[]> {
  const mine = sql`organization_id = ${membership.organizationId} and user_id = ${id}`;
  const { rows } = await sql<{ kind: 'saved' | 'history'; text: string; q: string }>`
    (select 'saved' as kind, name as text, q from saved_searches
      where ${mine} and (lower(name) like ${containing(text)} or lower(q) like ${containing(text)}) order by lower(name) limit ${maxPast})
    union all
    (select 'history', q, q from search_history where ${mine} and lower(q) like ${containing(text)} and q <> ${text}
      order by searched_at desc limit ${maxPast})`.execute(db);
  return rows.map((row) => suggestion(row.kind, row.text, row.q));
}

/** Documents named as typed, operators included. */
async function documentsNamed(services: Services, viewer: Member, q: string): Promise<SearchSuggestion[]> {
  const asked = askedBy(q);
  if (asked.wanted.length === 0) return [];
  const scope = await scopeOf(services, viewer, asked, [], { filters: {} });
  const texts = asked.wanted.map(({ typed }) => typed);
  const { hits } = await nameHits(services.db, scope, texts, maxDocuments);
  const documents = await documentsByIds(
    services,
    viewer,
    hits.slice(0, maxDocuments).map(({ documentId }) => documentId),
  );
  return documents.map(({ id, name, type, location }) => ({
    ...suggestion('document', name, name, location.at(-1)?.name ?? null),
    document: { id, name, type },
  }));
}
