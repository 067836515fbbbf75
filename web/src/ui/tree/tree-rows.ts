/** A node of a tree. A leaf has no children. */
export interface TreeNode {
  id: string;
  name: string;
  leaf?: boolean;
}

export interface TreePage<N extends TreeNode> {
  nodes: readonly N[];
  /** How many children the tree leaves out, such as files in a tree of folders. */
  hidden: number;
  /** The start of the next page, if there is one. */
  next: string | null;
}

/** The loaded children of one node. */
export interface Level<N extends TreeNode> extends TreePage<N> {
  state: 'loading' | 'ready' | 'failed';
}

/** Levels by the id of their node; null is the top level. */
export type Levels<N extends TreeNode> = ReadonlyMap<string | null, Level<N>>;

/** The chosen nodes by id. Everything below a chosen node is chosen with it. */
export type Selection<N extends TreeNode> = ReadonlyMap<string, N>;

export type Choice = 'checked' | 'included' | 'mixed' | 'unchecked';

interface Place {
  /** Unique in the tree; the id is not, because a node can be in two places. */
  key: string;
  /** The key of its parent. */
  parentKey: string | null;
  depth: number;
}

export type NodeRow<N extends TreeNode> = Place & {
  kind: 'node';
  node: N;
  expanded: boolean;
  content: Level<N> | undefined;
};
/** A placeholder for children that are not loaded yet. */
export type WaitingRow = Place & { kind: 'more' | 'loading' | 'failed'; parent: string | null };
export type Row<N extends TreeNode> = NodeRow<N> | WaitingRow;

/** The level with one more page. */
export function withPage<N extends TreeNode>(level: Level<N> | undefined, page: TreePage<N>): Level<N> {
  const nodes = new Map(level?.nodes.map((node) => [node.id, node]));
  for (const node of page.nodes) nodes.set(node.id, node);
  return { nodes: [...nodes.values()], hidden: (level?.hidden ?? 0) + page.hidden, next: page.next, state: 'ready' };
}

/** The level while a page is loading, or after loading failed. */
export function withState<N extends TreeNode>(level: Level<N> | undefined, state: Level<N>['state']): Level<N> {
  return { ...(level ?? { nodes: [], hidden: 0, next: null }), state };
}

export const keyOf = (id: string, parentKey: string | null = null): string =>
  `${parentKey ?? ''}/${encodeURIComponent(id)}`;

/** The rows of the tree, from top to bottom. `expanded` holds keys of rows. */
export function rowsOf<N extends TreeNode>(levels: Levels<N>, expanded: ReadonlySet<string>): Row<N>[] {
  const rows: Row<N>[] = [];
  const visit = (parent: string | null, parentKey: string | null, depth: number) => {
    const level = levels.get(parent);
    for (const node of level?.nodes ?? []) {
      const key = keyOf(node.id, parentKey);
      const open = expanded.has(key);
      rows.push({ kind: 'node', key, parentKey, depth, node, expanded: open, content: levels.get(node.id) });
      if (open) visit(node.id, key, depth + 1);
    }
    const kind = !level || level.state === 'loading' ? 'loading' : level.state === 'failed' ? 'failed' : 'more';
    if (kind !== 'more' || level?.next) rows.push({ kind, key: `${parentKey ?? ''}/`, parentKey, depth, parent });
  };
  visit(null, null, 0);
  return rows;
}

/** Whether each node is chosen, partly chosen or not chosen. */
export function choices<N extends TreeNode>(levels: Levels<N>, selection: Selection<N>): (id: string) => Choice {
  const parents = parentsOf(levels);
  const mixed = new Set([...selection.keys()].flatMap((id) => ancestorsOf(id, parents)));
  return (id) => {
    if (ancestorsOf(id, parents).some((ancestor) => selection.has(ancestor))) return 'included';
    if (selection.has(id)) return 'checked';
    return mixed.has(id) ? 'mixed' : 'unchecked';
  };
}

/** The selection after a click on the node. Choosing a node drops the chosen nodes below it, which it includes. */
export function toggled<N extends TreeNode>(levels: Levels<N>, selection: Selection<N>, node: N): Selection<N> {
  const parents = parentsOf(levels);
  if (ancestorsOf(node.id, parents).some((ancestor) => selection.has(ancestor))) return selection;
  const next = new Map(selection);
  if (next.delete(node.id)) return next;
  for (const id of selection.keys()) if (ancestorsOf(id, parents).includes(node.id)) next.delete(id);
  return next.set(node.id, node);
}

function parentsOf<N extends TreeNode>(levels: Levels<N>): Map<string, string | null> {
  const parents = new Map<string, string | null>();
  for (const [parent, { nodes }] of levels) for (const { id } of nodes) parents.set(id, parent);
  return parents;
}

function ancestorsOf(id: string, parents: ReadonlyMap<string, string | null>): string[] {
  const ancestors: string[] = [];
  for (let parent = parents.get(id); parent && !ancestors.includes(parent); parent = parents.get(parent)) {
    ancestors.push(parent);
  }
  return ancestors;
}
