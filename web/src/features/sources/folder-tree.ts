import type { RemoteFolder } from '@sheaf/contract';

export interface Folder {
  id: string;
  name: string;
}

/** What is known of one folder's content. */
export interface Level {
  folders: readonly Folder[];
  /** How many files were seen in it; they come with the folder and are not chosen one by one. */
  files: number;
  /** Where its next page starts, if there is one. */
  next: string | null;
  state: 'loading' | 'ready' | 'failed';
}

/** By the id of the folder; null is the top. */
export type Levels = ReadonlyMap<string | null, Level>;

/** The chosen folders by id. What lies in a chosen folder is chosen with it. */
export type Selection = ReadonlyMap<string, Folder>;

export type Choice = 'checked' | 'included' | 'mixed' | 'unchecked';

interface Place {
  /** Unique in the tree; the id alone is not, where a folder lies in two places. */
  key: string;
  /** The key of the folder around it. */
  parentKey: string | null;
  depth: number;
}

export type Row = Place &
  (
    | { kind: 'folder'; folder: Folder; expanded: boolean; content: Level | undefined }
    | { kind: 'more' | 'loading' | 'failed'; parent: string | null }
  );

/** The level with one page more. */
export function withPage(
  level: Level | undefined,
  { files, next }: { files: readonly RemoteFolder[]; next: string | null },
): Level {
  const folders = new Map(level?.folders.map((folder) => [folder.id, folder]));
  for (const { id, name, kind } of files) if (kind === 'folder') folders.set(id, { id, name });
  const fileCount = files.filter(({ kind }) => kind === 'file').length;
  return { folders: [...folders.values()], files: (level?.files ?? 0) + fileCount, next, state: 'ready' };
}

/** The level while a page of it is on its way, or after that failed. */
export function withState(level: Level | undefined, state: Level['state']): Level {
  return { ...(level ?? { folders: [], files: 0, next: null }), state };
}

/** What the tree shows, from top to bottom. `expanded` holds keys of rows. */
export function rowsOf(levels: Levels, expanded: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  const visit = (parent: string | null, parentKey: string | null, depth: number) => {
    const level = levels.get(parent);
    for (const folder of level?.folders ?? []) {
      const key = `${parentKey ?? ''}/${encodeURIComponent(folder.id)}`;
      const open = expanded.has(key);
      rows.push({ kind: 'folder', key, parentKey, depth, folder, expanded: open, content: levels.get(folder.id) });
      if (open) visit(folder.id, key, depth + 1);
    }
    const kind = !level || level.state === 'loading' ? 'loading' : level.state === 'failed' ? 'failed' : 'more';
    if (kind !== 'more' || level?.next) rows.push({ kind, key: `${parentKey ?? ''}/`, parentKey, depth, parent });
  };
  visit(null, null, 0);
  return rows;
}

/** Says how each folder of the tree stands to the selection. */
export function choices(levels: Levels, selection: Selection): (id: string) => Choice {
  const parents = parentsOf(levels);
  const mixed = new Set([...selection.keys()].flatMap((id) => ancestorsOf(id, parents)));
  return (id) => {
    if (ancestorsOf(id, parents).some((ancestor) => selection.has(ancestor))) return 'included';
    if (selection.has(id)) return 'checked';
    return mixed.has(id) ? 'mixed' : 'unchecked';
  };
}

/** The selection after a click on the folder: chosen ones in it are not named any more when it is chosen itself. */
export function toggled(levels: Levels, selection: Selection, folder: Folder): Selection {
  const parents = parentsOf(levels);
  if (ancestorsOf(folder.id, parents).some((ancestor) => selection.has(ancestor))) return selection;
  const next = new Map(selection);
  if (next.delete(folder.id)) return next;
  for (const id of selection.keys()) if (ancestorsOf(id, parents).includes(folder.id)) next.delete(id);
  return next.set(folder.id, folder);
}

function parentsOf(levels: Levels): Map<string, string | null> {
  const parents = new Map<string, string | null>();
  for (const [parent, { folders }] of levels) for (const { id } of folders) parents.set(id, parent);
  return parents;
}

function ancestorsOf(id: string, parents: ReadonlyMap<string, string | null>): string[] {
  const ancestors: string[] = [];
  for (let parent = parents.get(id); parent && !ancestors.includes(parent); parent = parents.get(parent)) {
    ancestors.push(parent);
  }
  return ancestors;
}
