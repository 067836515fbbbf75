/** Whether a label or collection is on all chosen documents, on some, or on none. */
export type Coverage = 'all' | 'some' | 'none';

interface Item {
  id: string;
}

export function coverageOf(lists: readonly (readonly Item[])[], id: string): Coverage {
  const having = lists.filter((items) => items.some((item) => item.id === id)).length;
  if (having === 0) return 'none';
  return having === lists.length ? 'all' : 'some';
}

/** The tags that were ticked or unticked; all others stay unchanged. */
export type Choice = ReadonlyMap<string, boolean>;

/** A mixed tag becomes ticked first. */
export function toggled(choice: Choice, id: string, before: Coverage): Choice {
  const on = choice.get(id) ?? before === 'all';
  return new Map(choice).set(id, !on);
}

/** The tags a choice adds and removes. */
export function changesOf<T extends Item>(
  items: readonly T[],
  lists: readonly (readonly Item[])[],
  choice: Choice,
): { add: T[]; remove: T[] } {
  const wanted = (on: boolean, already: Coverage) =>
    items.filter(({ id }) => choice.get(id) === on && coverageOf(lists, id) !== already);
  return { add: wanted(true, 'all'), remove: wanted(false, 'none') };
}

export interface Changes<T> {
  add?: readonly T[];
  remove?: readonly T[];
}

/** The list after these changes, sorted by name if it grew. */
export function changed<T extends Item & { name: string }>(
  items: readonly T[],
  { add = [], remove = [] }: Changes<T> = {},
): T[] {
  const gone = new Set([...remove, ...add].map(({ id }) => id));
  const all = [...items.filter(({ id }) => !gone.has(id)), ...add];
  return add.length > 0 ? all.sort((a, b) => a.name.localeCompare(b.name)) : all;
}
