import { useDebouncedValue } from '@mantine/hooks';
import { type SearchSuggestion, searchOperators } from '@sheaf/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { savedQuery } from '../api/saved-searches.ts';
import { historyQuery, removeSearch, suggestQuery } from '../api/suggestions.ts';
import type { Entry, Group } from './entry.ts';

export type OpenedDocument = NonNullable<SearchSuggestion['document']>;

interface Choices {
  /** Leads to the results. */
  onSearch(q: string): void;
  onOpen(document: OpenedDocument): void;
}

const PAUSE_MS = 150;
const MAX_PAST = 6;

/** Suggested in an empty box: operators that people use most. */
const firstOperators = ['type', 'in', 'label', 'owner', 'from', 'after'] as const;

const groupNames = [
  ['value', 'Values'],
  ['document', 'Documents'],
  ['saved', 'Saved searches'],
  ['history', 'Recent searches'],
  ['operator', 'Narrow your search'],
] as const;

/** The suggestions for the text of a box, by kind; for an empty box, earlier searches. */
export function useSuggestions(
  text: string,
  cursor: number,
  { isOpen, ...choices }: Choices & { /** Whether they are shown. */ isOpen: boolean },
): { groups: Group[]; searching: boolean } {
  const now = `${cursor} ${text}`;
  const [asked] = useDebouncedValue(now, PAUSE_MS);
  const gap = asked.indexOf(' ');
  const query = suggestQuery(asked.slice(gap + 1), Number(asked.slice(0, gap)));
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...query,
    enabled: isOpen && text.trim() !== '' && query.enabled,
  });
  const past = usePast(choices, isOpen);
  if (text.trim() === '') return { groups: past, searching: false };
  const isNow = !isPlaceholderData && asked === now;
  const entries = (data ?? []).filter((one) => isNow || staysFor(one, text)).map(entryOf(choices));
  const groups = groupNames.map(([kind, name]) => ({ name, entries: entries.filter((entry) => entry.kind === kind) }));
  return { groups: groups.filter((group) => group.entries.length > 0), searching: isFetching || !isNow };
}

/** Until the answer for the new text arrives, keeps suggestions that still match it. Completions belong to one text. */
const staysFor = ({ kind, text: name }: SearchSuggestion, text: string): boolean =>
  kind !== 'operator' && kind !== 'value' && name.toLowerCase().includes(text.trim().toLowerCase());

const entryOf =
  ({ onSearch, onOpen }: Choices) =>
  ({ kind, text, query, hint, document }: SearchSuggestion): Entry => ({
    id: `${kind} ${document?.id ?? text}`,
    kind,
    name: text,
    detail: hint ?? (kind === 'saved' ? query : undefined),
    type: document?.type,
    ...(kind === 'operator' || kind === 'value' ? { completes: query } : {}),
    run: document ? () => onOpen(document) : () => onSearch(query),
  });

function usePast({ onSearch }: Choices, isOpen: boolean): Group[] {
  const { data: saved = [] } = useQuery({ ...savedQuery(), enabled: isOpen });
  const { data: history = [] } = useQuery({ ...historyQuery(), enabled: isOpen });
  const { mutate: forget } = useMutation(removeSearch);
  const groups: Group[] = [
    {
      name: 'Recent searches',
      entries: history.slice(0, MAX_PAST).map(({ id, q }) => ({
        id,
        kind: 'history',
        name: q,
        run: () => onSearch(q),
        remove: () => forget(id),
      })),
    },
    {
      name: 'Saved searches',
      entries: saved.slice(0, MAX_PAST).map(({ id, name, q }) => ({
        id,
        kind: 'saved',
        name,
        detail: q,
        run: () => onSearch(q),
      })),
    },
    {
      name: 'Narrow your search',
      entries: firstOperators.map((name) => ({
        id: `operator ${name}`,
        kind: 'operator',
        name: `${name}:`,
        detail: searchOperators[name],
        completes: `${name}:`,
      })),
    },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}
