import { describe, expect, it } from 'vitest';
import {
  choices,
  type Level,
  type Levels,
  type Row,
  rowsOf,
  type Selection,
  type TreeNode,
  toggled,
  withPage,
  withState,
} from './tree-rows.ts';

const node = (id: string): TreeNode => ({ id, name: id.toUpperCase() });
const level = (...ids: string[]): Level<TreeNode> => ({ nodes: ids.map(node), hidden: 0, next: null, state: 'ready' });
const chosen = (...ids: string[]): Selection<TreeNode> => new Map(ids.map((id) => [id, node(id)]));

/** a > (b > d), c at the top; e beside a. */
const levels: Levels<TreeNode> = new Map([
  [null, level('a', 'e')],
  ['a', level('b', 'c')],
  ['b', level('d')],
]);

const text = (row: Row<TreeNode>) => `${'  '.repeat(row.depth)}${row.kind === 'node' ? row.node.id : row.kind}`;
const shown = (tree: Levels<TreeNode>, ...expanded: string[]) => rowsOf(tree, new Set(expanded)).map(text);

describe('the rows', () => {
  it('are the top level and opened folders', () => {
    expect(shown(levels)).toEqual(['a', 'e']);
    expect(shown(levels, '/a', '/a/b')).toEqual(['a', '  b', '    d', '  c', 'e']);
  });

  it('hide the contents of a closed folder, even of open folders in it', () => {
    expect(shown(levels, '/a/b')).toEqual(['a', 'e']);
  });

  it('show what is loading, failed or still to be loaded', () => {
    expect(shown(new Map())).toEqual(['loading']);
    const tree = new Map(levels).set('b', withState(undefined, 'failed')).set(null, { ...level('a'), next: '2' });
    expect(shown(tree, '/a', '/a/b')).toEqual(['a', '  b', '    failed', '  c', 'more']);
    expect(shown(new Map(tree).set(null, withState(tree.get(null), 'loading')))).toEqual(['a', 'loading']);
  });

  it('have distinct keys when one folder is in two places', () => {
    const tree = new Map(levels).set('e', level('b'));
    const keys = rowsOf(tree, new Set(['/a', '/e', '/a/b'])).map(({ key }) => key);
    expect(keys).toEqual(['/a', '/a/b', '/a/b/d', '/a/c', '/e', '/e/b']);
  });
});

describe('a page', () => {
  it('adds its nodes once, and counts hidden ones', () => {
    const first = withPage(undefined, { nodes: [node('x')], hidden: 1, next: '2' });
    const both = withPage(withState(first, 'loading'), { nodes: [node('x'), node('y')], hidden: 2, next: null });
    expect(both).toMatchObject({ hidden: 3, next: null, state: 'ready' });
    expect(both.nodes.map(({ id }) => id)).toEqual(['x', 'y']);
  });

  it('keeps earlier nodes and the next page when it fails', () => {
    const first = withPage(undefined, { nodes: [node('x')], hidden: 0, next: '2' });
    expect(withState(first, 'failed')).toEqual({ ...first, state: 'failed' });
  });
});

describe('the choice', () => {
  const seen = (selection: Selection<TreeNode>, tree = levels) => {
    const choiceOf = choices(tree, selection);
    return Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((id) => [id, choiceOf(id)]));
  };

  it('includes everything inside', () => {
    expect(seen(chosen('a'))).toEqual({
      a: 'checked',
      b: 'included',
      c: 'included',
      d: 'included',
      e: 'unchecked',
    });
  });

  it('shows in the enclosing folders', () => {
    expect(seen(chosen('d'))).toEqual({ a: 'mixed', b: 'mixed', c: 'unchecked', d: 'checked', e: 'unchecked' });
  });

  it('shows nowhere while its folder is not loaded', () => {
    expect(Object.values(seen(chosen('z')))).not.toContain('mixed');
  });

  it('copes with a folder that contains itself', () => {
    const loop = new Map(levels).set('d', level('a'));
    expect(seen(chosen('e'), loop).e).toBe('checked');
  });
});

describe('a click', () => {
  const after = (before: Selection<TreeNode>, id: string) => [...toggled(levels, before, node(id)).keys()];

  it('selects and unselects', () => {
    expect(after(chosen(), 'b')).toEqual(['b']);
    expect(after(chosen('b', 'e'), 'b')).toEqual(['e']);
  });

  it('on a folder replaces those chosen in it', () => {
    expect(after(chosen('d', 'c', 'e'), 'a')).toEqual(['e', 'a']);
  });

  it('changes nothing on a node included with its folder', () => {
    const before = chosen('a');
    expect(toggled(levels, before, node('d'))).toBe(before);
  });

  it('keeps nodes chosen deeper than the loaded tree', () => {
    expect(after(chosen('z'), 'a')).toEqual(['z', 'a']);
  });
});
