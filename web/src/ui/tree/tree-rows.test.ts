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
  it('are the top, and what was opened', () => {
    expect(shown(levels)).toEqual(['a', 'e']);
    expect(shown(levels, '/a', '/a/b')).toEqual(['a', '  b', '    d', '  c', 'e']);
  });

  it('hide what lies in a closed folder, however open it was', () => {
    expect(shown(levels, '/a/b')).toEqual(['a', 'e']);
  });

  it('say what is loading, failed, or to be loaded', () => {
    expect(shown(new Map())).toEqual(['loading']);
    const tree = new Map(levels).set('b', withState(undefined, 'failed')).set(null, { ...level('a'), next: '2' });
    expect(shown(tree, '/a', '/a/b')).toEqual(['a', '  b', '    failed', '  c', 'more']);
    expect(shown(new Map(tree).set(null, withState(tree.get(null), 'loading')))).toEqual(['a', 'loading']);
  });

  it('have keys of their own where one folder lies in two places', () => {
    const tree = new Map(levels).set('e', level('b'));
    const keys = rowsOf(tree, new Set(['/a', '/e', '/a/b'])).map(({ key }) => key);
    expect(keys).toEqual(['/a', '/a/b', '/a/b/d', '/a/c', '/e', '/e/b']);
  });
});

describe('a page', () => {
  it('adds its nodes once, and what it does not show', () => {
    const first = withPage(undefined, { nodes: [node('x')], hidden: 1, next: '2' });
    const both = withPage(withState(first, 'loading'), { nodes: [node('x'), node('y')], hidden: 2, next: null });
    expect(both).toMatchObject({ hidden: 3, next: null, state: 'ready' });
    expect(both.nodes.map(({ id }) => id)).toEqual(['x', 'y']);
  });

  it('that failed leaves what was there, and where to go on', () => {
    const first = withPage(undefined, { nodes: [node('x')], hidden: 0, next: '2' });
    expect(withState(first, 'failed')).toEqual({ ...first, state: 'failed' });
  });
});

describe('the choice', () => {
  const seen = (selection: Selection<TreeNode>, tree = levels) => {
    const choiceOf = choices(tree, selection);
    return Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((id) => [id, choiceOf(id)]));
  };

  it('goes down to all that is inside', () => {
    expect(seen(chosen('a'))).toEqual({
      a: 'checked',
      b: 'included',
      c: 'included',
      d: 'included',
      e: 'unchecked',
    });
  });

  it('shows in the folders around it', () => {
    expect(seen(chosen('d'))).toEqual({ a: 'mixed', b: 'mixed', c: 'unchecked', d: 'checked', e: 'unchecked' });
  });

  it('of a folder not seen yet shows nowhere', () => {
    expect(Object.values(seen(chosen('z')))).not.toContain('mixed');
  });

  it('survives a folder that lies in itself', () => {
    const loop = new Map(levels).set('d', level('a'));
    expect(seen(chosen('e'), loop).e).toBe('checked');
  });
});

describe('a click', () => {
  const after = (before: Selection<TreeNode>, id: string) => [...toggled(levels, before, node(id)).keys()];

  it('chooses, and takes back', () => {
    expect(after(chosen(), 'b')).toEqual(['b']);
    expect(after(chosen('b', 'e'), 'b')).toEqual(['e']);
  });

  it('on a folder takes the place of those chosen in it', () => {
    expect(after(chosen('d', 'c', 'e'), 'a')).toEqual(['e', 'a']);
  });

  it('on what comes with another folder changes nothing', () => {
    const before = chosen('a');
    expect(toggled(levels, before, node('d'))).toBe(before);
  });

  it('keeps what was chosen deeper than the tree is known', () => {
    expect(after(chosen('z'), 'a')).toEqual(['z', 'a']);
  });
});
