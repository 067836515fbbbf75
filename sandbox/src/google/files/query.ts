import { GoogleError } from '../errors.ts';
import type { Drive } from './drive.ts';
import type { DriveNode } from './drive-node.ts';
import { type Test, termTest, truths } from './query-terms.ts';

/** A parsed search: whether a file matches, and the only folders it can be in. */
export interface Query {
  fits(node: DriveNode, drive: Drive): boolean;
  /** Null means anywhere. */
  parents: readonly string[] | null;
}

const everything: Query = { fits: () => true, parents: null };
const TOKEN = /\s*(?:('(?:[^'\\]|\\.)*')|(<=|>=|!=|[=<>()])|([A-Za-z.]+))/gy;

/** Parses Drive’s search language; unknown terms are refused. */
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
    return token?.startsWith("'") ? membership() : comparison();
  };
  const membership = (): Query => {
    const value = literal();
    take('in');
    const field = take();
    if (field !== 'parents') return refuse();
    const isIn = (node: DriveNode, folder: string) => node.parent === folder || node.otherParents.includes(folder);
    return { fits: (node, drive) => isIn(node, value === 'root' ? drive.root.id : value), parents: [value] };
  };
  const truth = (): boolean => {
    if (tokens[at] !== '=' && tokens[at] !== '!=') return true;
    const equal = take() === '=';
    const value = take();
    return value === 'true' || value === 'false' ? (value === 'true') === equal : refuse();
  };
  const comparison = (): Query => {
    const field = take();
    const isTrue = truths[field];
    if (isTrue) {
      const wanted = truth();
      return anywhere((node, drive) => isTrue(node, drive) === wanted);
    }
    const operator = take();
    const value = literal();
    return anywhere(termTest(field, operator, value) ?? refuse());
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

const anywhere = (fits: Test): Query => ({ fits, parents: null });
const both = (a: Query, b: Query): Query => ({
  fits: (node, drive) => a.fits(node, drive) && b.fits(node, drive),
  parents: a.parents ?? b.parents,
});
const either = (a: Query, b: Query): Query => ({
  fits: (node, drive) => a.fits(node, drive) || b.fits(node, drive),
  parents: a.parents && b.parents ? [...a.parents, ...b.parents] : null,
});
