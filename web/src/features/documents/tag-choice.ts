/** Whether a label or collection is on all chosen documents, on some, or on none. */
export type Spread = 'all' | 'some' | 'none';

interface Item {
  id: string;
}

export function spreadOf(lists: readonly (readonly Item[])[], id: string): Spread {
  const having = lists.filter((items) => items.some((item) => item.id === id)).length;
  if (having === 0) return 'none';
  return having === lists.length ? 'all' : 'some';
}

/** What was ticked or unticked; what was not touched stays as it is, mixed or not. */
export type Choice = ReadonlyMap<string, boolean>;

/** Mixed becomes ticked first. */
export function toggled(choice: Choice, id: string, before: Spread): Choice {
  const on = choice.get(id) ?? before === 'all';
  return new Map(choice).set(id, !on);
}

/** What a choice adds and takes away. */
export function changesOf<T extends Item>(
  items: readonly T[],
  lists: readonly (readonly Item[])[],
  choice: Choice,
): { add: T[]; remove: T[] } {
  const wanted = (on: boolean, already: Spread) =>
    items.filter(({ id }) => choice.get(id) === on && spreadOf(lists, id) !== already);
  return { add: wanted(true, 'all'), remove: wanted(false, 'none') };
}

export interface Changes<T> {
  add?: readonly T[];
  remove?: readonly T[];
}

/** The list after such changes, by name where it grew. */
export function changed<T extends Item & { name: string }>(
  items: readonly T[],
  { add = [], remove = [] }: Changes<T> = {},
): T[] {
  const gone = new Set([...remove, ...add].map(({ id }) => id));
  const all = [...items.filter(({ id }) => !gone.has(id)), ...add];
  return add.length > 0 ? all.sort((a, b) => a.name.localeCompare(b.name)) : all;
}
