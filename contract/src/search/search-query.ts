import { documentTypes, type TypeFilter, typeFilters } from '../document-types.ts';

/**
 * The language of the search box: words, "phrases", -excluded ones, and operators such as type:pdf or label:"Tax 2025".
 * Nothing that can be typed is an error: anything that is no operator, or has an invalid value, is searched as words.
 */
export const searchOperators = {
  type: 'Kind of file, such as type:pdf',
  source: 'App, such as source:dropbox',
  account: 'Account, such as account:ada@example.com',
  label: 'Label, such as label:urgent',
  collection: 'Collection, such as collection:"Tax 2025"',
  in: 'Folder and everything below it, such as in:Contracts or in:Contracts/2026',
  owner: 'owner:me, owner:shared, or a person’s name or email',
  from: 'Who sent an email or message, or has a file, such as from:ada or from:me',
  before: 'Last changed before a day, such as before:2026-03-01',
  after: 'Last changed on or after a day, such as after:2026-01',
} as const;
export type SearchOperator = keyof typeof searchOperators;

export const isSearchOperator = (name: string): name is SearchOperator => Object.hasOwn(searchOperators, name);

/** The position in the typed text; `end` is exclusive. */
interface At {
  start: number;
  end: number;
  /** Preceded by a minus: documents that have it are left out. */
  excluded: boolean;
}

/** An operator with an empty value filters nothing. */
export type SearchTerm =
  | (At & { kind: 'word' | 'phrase'; text: string })
  | (At & { kind: 'operator'; operator: SearchOperator; value: string });

/** The values of type: and the types they select. Here `other` excludes everything that has a type. */
export const searchTypes: Readonly<Record<string, TypeFilter>> = {
  ...typeFilters,
  ...Object.fromEntries(
    documentTypes.filter((type) => type !== 'spreadsheet').map((type) => [type, { types: [type] }]),
  ),
  jpeg: { format: 'jpg' },
  photo: { types: ['image'] },
  picture: { types: ['image'] },
  doc: { types: ['word'] },
  docx: { types: ['word'] },
  xls: { types: ['excel'] },
  xlsx: { types: ['excel'] },
  csv: { types: ['spreadsheet'] },
  sheet: { types: ['excel', 'spreadsheet'] },
  ppt: { types: ['point'] },
  pptx: { types: ['point'] },
  powerpoint: { types: ['point'] },
  slides: { types: ['point'] },
  txt: { types: ['text'] },
  email: { types: ['mail'] },
  message: { types: ['mail', 'chat'] },
};

/**
 * `-` before a term; then an operator with its value, a phrase, or a run of anything else. A closing quote may be
 * missing.
 */
const term = /(-?)(?:([a-z]+):(?:"([^"]*)(?:"|$)|(\S*))|"([^"]*)(?:"|$)|(\S+))/giu;

export function parseSearch(query: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const match of query.matchAll(term)) {
    const [all, minus, name = '', quotedValue, plainValue, phrase, word] = match;
    const at = { start: match.index, end: match.index + all.length, excluded: minus === '-' };
    const operator = name.toLowerCase();
    const value = (quotedValue ?? plainValue ?? '').trim();
    if (name && isSearchOperator(operator) && (value === '' || makesSense(operator, value)))
      terms.push({ kind: 'operator', operator, value, ...at });
    else if (name)
      terms.push(wordOrPhrase(quotedValue === undefined ? `${name}:${plainValue}` : `${name}:${value}`, at));
    else if (phrase !== undefined)
      terms.push(...(phrase.trim() ? [{ kind: 'phrase' as const, text: phrase.trim(), ...at }] : []));
    else if (word) terms.push({ kind: 'word', text: word, ...at });
  }
  return terms;
}

const wordOrPhrase = (text: string, at: At): SearchTerm => ({
  kind: /\s/u.test(text) ? 'phrase' : 'word',
  text,
  ...at,
});

function makesSense(operator: SearchOperator, value: string): boolean {
  if (operator === 'type') return Object.hasOwn(searchTypes, value.toLowerCase());
  if (operator === 'before' || operator === 'after') return searchDay(value, new Date()) !== undefined;
  return true;
}

/** Formats these terms; parsing the text again gives the same terms, apart from their positions. */
export const formatSearch = (terms: readonly (Pick<SearchTerm, 'kind' | 'excluded'> & Partial<Wording>)[]): string =>
  terms.map(formatTerm).join(' ');

interface Wording {
  text: string;
  operator: SearchOperator;
  value: string;
}

function formatTerm({
  kind,
  excluded,
  text = '',
  operator,
  value = '',
}: Pick<SearchTerm, 'kind' | 'excluded'> & Partial<Wording>): string {
  const minus = excluded ? '-' : '';
  if (kind === 'operator')
    return `${minus}${operator}:${/^$|[\s"]|^-/u.test(value) && value ? `"${value.replaceAll('"', '')}"` : value}`;
  return kind === 'phrase' ? `${minus}"${text.replaceAll('"', '')}"` : `${minus}${text}`;
}

/** The term that the cursor is in or right behind, for completion. */
export const termAt = (terms: readonly SearchTerm[], cursor: number): SearchTerm | undefined =>
  terms.find(({ start, end }) => start < cursor && cursor <= end);

const day = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$/;

/**
 * The first day of a value of before: or after:, as YYYY-MM-DD in UTC: the first day of a year or month; 'today' and
 * 'yesterday'. Undefined if it is no date.
 */
export function searchDay(value: string, now: Date): string | undefined {
  const name = value.toLowerCase();
  if (name === 'today' || name === 'yesterday') {
    const date = new Date(now.getTime() - (name === 'today' ? 0 : 86_400_000));
    return date.toISOString().slice(0, 10);
  }
  const [, year, month = '1', dayOfMonth = '1'] = day.exec(value) ?? [];
  if (!year || year === '0000') return undefined;
  const iso = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined;
}
