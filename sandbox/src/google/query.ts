import type { Drive } from './drive.ts';
import type { DriveNode } from './drive-node.ts';
import { GoogleError } from './errors.ts';

/** A search that was understood: whether a file fits, and in which folders alone it can be. */
export interface Query {
  fits(node: DriveNode, drive: Drive): boolean;
  /** Null: anywhere. */
  parents: readonly string[] | null;
}

const everything: Query = { fits: () => true, parents: null };
const TOKEN = /\s*(?:('(?:[^'\\]|\\.)*')|(<=|>=|!=|[=<>()])|([A-Za-z]+))/gy;

/** The part of Drive's search language that clients of files use; anything else is refused, as Drive does. */
export function parseQuery(text: string): Query {
  const tokens = tokenize(text);
  let at = 0;
  const refuse = (): never => {
    throw new GoogleError('invalid', 'Invalid Value', 'q');
  };
  const take = (wanted?: string): string => {
    const token = tokens[at++];
    return token === undefined || (wanted !== undefined && token !== wanted) ? refuse() : token;
  };
  const literal = (): string => {
    const token = take();
    return token.startsWith("'") ? token.slice(1, -1).replace(/\\(.)/g, '$1') : refuse();
  };
  const any = (): Query => {
    let left = all();
    while (tokens[at] === 'or') {
      at++;
      left = either(left, all());
    }
    return left;
  };
  const all = (): Query => {
    let left = one();
    while (tokens[at] === 'and') {
      at++;
      left = both(left, one());
    }
    return left;
  };
  const one = (): Query => {
    const token = tokens[at];
    if (token === '(') {
      at++;
      const inner = any();
      take(')');
      return inner;
    }
    if (token === 'not') {
      at++;
      const inner = one();
      return { fits: (node, drive) => !inner.fits(node, drive), parents: null };
    }
    return token?.startsWith("'") ? membership() : comparison();
  };
  const membership = (): Query => {
    const id = literal();
    take('in');
    take('parents');
    return { fits: (node, drive) => node.parent === (id === 'root' ? drive.root.id : id), parents: [id] };
  };
  const truth = (): boolean => {
    if (tokens[at] !== '=' && tokens[at] !== '!=') return true;
    const equal = take() === '=';
    const value = take();
    return value === 'true' || value === 'false' ? (value === 'true') === equal : refuse();
  };
  const comparison = (): Query => {
    const field = take();
    if (field === 'trashed') return trashedIs(truth());
    if (field === 'sharedWithMe') return sharedIs(truth());
    const operator = take();
    const value = literal();
    if (field === 'modifiedTime') return { fits: timeTest(operator, Date.parse(value), refuse), parents: null };
    if (field !== 'name' && field !== 'mimeType') return refuse();
    const test = textTest(operator, value) ?? refuse();
    return { fits: (node) => test(node[field]), parents: null };
  };
  if (tokens.length === 0) return everything;
  const query = any();
  return at < tokens.length ? refuse() : query;
}

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    tokens.push((match[1] ?? match[2] ?? match[3])!);
    end = match.index + match[0].length;
  }
  if (text.slice(end).trim() !== '') throw new GoogleError('invalid', 'Invalid Value', 'q');
  return tokens;
}

const trashedIs = (wanted: boolean): Query => ({
  fits: (node, drive) => drive.isTrashed(node) === wanted,
  parents: null,
});
const sharedIs = (wanted: boolean): Query => ({ fits: (node) => (node.sharedAt !== null) === wanted, parents: null });

function textTest(operator: string, value: string): ((text: string) => boolean) | null {
  if (operator === '=') return (text) => text === value;
  if (operator === '!=') return (text) => text !== value;
  // As Drive does it for names: the beginnings of words.
  const words = value.toLowerCase();
  return operator === 'contains'
    ? (text) => ` ${text.toLowerCase()}`.includes(` ${words}`) || text.toLowerCase().startsWith(words)
    : null;
}

function timeTest(operator: string, ms: number, refuse: () => never): (node: DriveNode) => boolean {
  if (Number.isNaN(ms)) return refuse();
  const tests: Record<string, (node: DriveNode) => boolean> = {
    '>': (node) => node.modified > ms,
    '<': (node) => node.modified < ms,
    '>=': (node) => node.modified >= ms,
    '<=': (node) => node.modified <= ms,
    '=': (node) => node.modified === ms,
    '!=': (node) => node.modified !== ms,
  };
  return tests[operator] ?? refuse();
}

const both = (a: Query, b: Query): Query => ({
  fits: (node, drive) => a.fits(node, drive) && b.fits(node, drive),
  parents: a.parents ?? b.parents,
});
const either = (a: Query, b: Query): Query => ({
  fits: (node, drive) => a.fits(node, drive) || b.fits(node, drive),
  parents: a.parents && b.parents ? [...a.parents, ...b.parents] : null,
});
