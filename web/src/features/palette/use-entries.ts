import type { DocumentType } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { actions, matching, pages } from './commands.ts';
import { findQuery } from './find.ts';

export interface Entry {
  id: string;
  name: string;
  /** What tells it from others of the name. */
  detail?: string;
  kind: 'document' | 'label' | 'collection' | 'page' | 'action' | 'search';
  type?: DocumentType;
  color?: string;
  run(): void;
}
export interface Group {
  name: string;
  entries: Entry[];
}

/** What was found, by kind, the documents first. */
export function useEntries(typed: string, searched: string): { groups: Group[]; searching: boolean } {
  const navigate = useNavigate();
  const { data, isFetching } = useQuery(findQuery(searched));
  // What is still there of an earlier search must not be taken for an answer to this one.
  const named = ({ name }: { name: string }) => name.toLowerCase().includes(typed.toLowerCase());
  const found = typed && searched ? data : undefined;
  const go = (to: string, search: object = {}) => void navigate({ to, search } as Parameters<typeof navigate>[0]);
  const commands = (kind: 'page' | 'action', of: typeof pages): Entry[] =>
    matching(of, typed).map(({ name, to }) => ({ id: `${kind} ${name}`, kind, name, run: () => go(to) }));

  const files = (found?.documents ?? []).filter(named).map(({ id, name, type, account }): Entry => {
    const search = type === 'folder' ? { parent_id: id } : { search: searched, preview: id };
    return { id, kind: 'document', type, name, detail: account.name, run: () => go('/directory', search) };
  });
  if (found && files.length > 0 && found.total > files.length) {
    const name = `All ${found.total.toLocaleString('en')} documents with “${searched}”`;
    files.push({ id: 'all', kind: 'search', name, run: () => go('/directory', { search: searched }) });
  }
  const groups = [
    { name: 'Documents', entries: files },
    {
      name: 'Labels',
      entries: (found?.labels ?? [])
        .filter(named)
        .map((label): Entry => ({ ...label, kind: 'label', run: () => go(`/labels/${label.id}`) })),
    },
    {
      name: 'Collections',
      entries: (found?.collections ?? [])
        .filter(named)
        .map(({ id, name }): Entry => ({ id, name, kind: 'collection', run: () => go(`/collections/${id}`) })),
    },
    { name: 'Pages', entries: commands('page', pages) },
    { name: 'Actions', entries: commands('action', actions) },
  ];
  return { groups: groups.filter(({ entries }) => entries.length > 0), searching: isFetching };
}
