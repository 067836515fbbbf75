import { describe, expect, it } from 'vitest';
import {
  choices,
  type Folder,
  type Level,
  type Levels,
  type Row,
  rowsOf,
  type Selection,
  toggled,
  withPage,
  withState,
} from './folder-tree.ts';

const folder = (id: string): Folder => ({ id, name: id.toUpperCase() });
const level = (...ids: string[]): Level => ({ folders: ids.map(folder), files: 0, next: null, state: 'ready' });
const chosen = (...ids: string[]): Selection => new Map(ids.map((id) => [id, folder(id)]));

/** a > (b > d), c at the top; e beside a. */
const levels: Levels = new Map([
  [null, level('a', 'e')],
  ['a', level('b', 'c')],
  ['b', level('d')],
]);

const text = (row: Row) => `${'  '.repeat(row.depth)}${row.kind === 'folder' ? row.folder.id : row.kind}`;
const shown = (tree: Levels, ...expanded: string[]) => rowsOf(tree, new Set(expanded)).map(text);

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
  const page = (...names: string[]) =>
    names.map((name) => ({ id: name, name, kind: name.includes('.') ? ('file' as const) : ('folder' as const) }));

  it('adds its folders once, and counts its files', () => {
    const first = withPage(undefined, { files: page('x', 'a.txt'), next: '2' });
    const both = withPage(withState(first, 'loading'), { files: page('x', 'y', 'b.txt', 'c.txt'), next: null });
    expect(both).toMatchObject({ files: 3, next: null, state: 'ready' });
    expect(both.folders.map(({ id }) => id)).toEqual(['x', 'y']);
  });

  it('that failed leaves what was there, and where to go on', () => {
    const first = withPage(undefined, { files: page('x'), next: '2' });
    expect(withState(first, 'failed')).toEqual({ ...first, state: 'failed' });
  });
});

describe('the choice', () => {
  const seen = (selection: Selection, tree = levels) => {
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
  const after = (before: Selection, id: string) => [...toggled(levels, before, folder(id)).keys()];

  it('chooses, and takes back', () => {
    expect(after(chosen(), 'b')).toEqual(['b']);
    expect(after(chosen('b', 'e'), 'b')).toEqual(['e']);
  });

  it('on a folder takes the place of those chosen in it', () => {
    expect(after(chosen('d', 'c', 'e'), 'a')).toEqual(['e', 'a']);
  });

  it('on what comes with another folder changes nothing', () => {
    const before = chosen('a');
    expect(toggled(levels, before, folder('d'))).toBe(before);
  });

  it('keeps what was chosen deeper than the tree is known', () => {
    expect(after(chosen('z'), 'a')).toEqual(['z', 'a']);
  });
});
