import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';

/** A place in the code that declares the type of the rows of a statement, or of one column. */
export interface Site {
  file: string;
  line: number;
  /** The type, as written. */
  type: string;
  /** The constant parts of the statement, between inserted ones; null if the code alone does not show them. */
  chunks: readonly string[] | null;
  /** A template of `sql`, or the text given to `query`. */
  kind: 'template' | 'text';
  /** Columns for which a comment above says why they are never null, because the statement itself doesn't show it. */
  neverNull: readonly string[];
  /** Whether a comment above says why the fast suite doesn't run it. */
  isLong: boolean;
  /** Type parameters of enclosing functions that the type names, with their constraints as defaults. */
  generics: readonly string[];
}

/** “// size is never null here: it is asked for files only.” */
const NEVER_NULL = /(\w+) is never null here\b/g;
/** “// Only the long suite runs this: it needs a cluster.” */
const ONLY_LONG = /Only the long suite runs this:/;
/** How many lines above the type its comments are looked for: the statement can start a line or two before the type. */
const COMMENT_LINES = 4;

/** The server's files, except its tests. */
export function sitesOf(root: string): Site[] {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  return globSync('server/src/**/*.ts', { cwd: root })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((file) => !/[.]test[.]ts$|\/testing\//.test(file))
    .sort()
    .flatMap((file) => {
      const code = read(file);
      return /\b(sql|query)</.test(code) ? findSites(file, code, read) : [];
    });
}

/** All sql<T>`…` and .query<T>(…) in a TypeScript file; `read` returns the code of another file. */
function findSites(file: string, code: string, read: (file: string) => string): Site[] {
  const bytes = Buffer.from(code);
  /** Positions are in bytes, starting with 1. */
  const textAt = ({ start, end }: Span) => bytes.subarray(start - 1, end - 1).toString();
  const lineAt = ({ start }: Span) => textAt({ start: 1, end: start }).split('\n').length;

  const sites: Site[] = [];
  const tree = parse(code);
  const lines = code.split('\n');
  const commentsAbove = (line: number) =>
    lines
      .slice(Math.max(0, line - 1 - COMMENT_LINES), line - 1)
      .filter((text) => /^\s*\/\//.test(text))
      .join(' ');
  visit(tree, [], (node, generics) => {
    const type = (node.typeParameters ?? node.typeArguments)?.params?.[0];
    if (!type) return;
    const line = lineAt(node.span);
    const comments = commentsAbove(line);
    const neverNull = [...comments.matchAll(NEVER_NULL)].map(([, column]) => column!);
    const isLong = ONLY_LONG.test(comments);
    const text = textAt(type.span);
    const named = generics.filter(({ name }) => new RegExp(`\\b${name!.value}\\b`).test(text));
    const place = { file, line, type: text, neverNull, isLong, generics: named.map(withDefault) };
    if (node.type === 'TaggedTemplateExpression' && node.tag?.value === 'sql')
      sites.push({ ...place, kind: 'template', chunks: chunksOf(node.template) });
    if (node.type === 'CallExpression' && node.callee?.property?.value === 'query')
      sites.push({ ...place, kind: 'text', chunks: textOf(node.arguments?.[0]?.expression) });
  });
  return sites;

  function withDefault({ name, constraint }: Node): string {
    const bound = constraint ? textAt(constraint.span) : 'unknown';
    return `${name!.value} extends ${bound} = ${bound}`;
  }

  function textOf(node: Node | undefined): readonly string[] | null {
    if (node?.type === 'Identifier') return textOf(constantOf(tree, node.value!) ?? importedConstant(node.value!));
    if (node?.type === 'StringLiteral') return [node.value!];
    const chunks = node?.type === 'TemplateLiteral' ? chunksOf(node) : [];
    // If the start is unknown, too little is known.
    return chunks[0]?.trim() ? chunks : null;
  }

  function importedConstant(name: string): Node | undefined {
    for (const { type, specifiers = [], source } of tree.body!) {
      if (type !== 'ImportDeclaration' || !source!.value!.startsWith('.')) continue;
      if (!specifiers.some(({ local }) => local!.value === name)) continue;
      return constantOf(parse(read(path.join(path.dirname(file), source!.value!))), name);
    }
    return undefined;
  }
}

const parse = (code: string): Node => parseSync(code, { syntax: 'typescript' }) as unknown as Node;

function constantOf(tree: Node, name: string): Node | undefined {
  let found: Node | undefined;
  visit(tree, [], (node) => {
    if (node.type === 'VariableDeclarator' && node.id?.value === name) found = node.init ?? undefined;
  });
  return found;
}

const chunksOf = (template: Node | undefined): string[] => template?.quasis?.map(({ cooked }) => cooked!) ?? [];

interface Span {
  start: number;
  end: number;
}

/** The part of swc's syntax tree that is used here. */
interface Node {
  type: string;
  span: Span;
  value?: string;
  cooked?: string;
  body?: Node[];
  specifiers?: { local?: Node }[];
  source?: Node;
  id?: Node;
  name?: Node;
  constraint?: Node;
  init?: Node | null;
  tag?: Node;
  callee?: Node & { property?: Node };
  arguments?: { expression: Node }[];
  template?: Node;
  quasis?: Node[];
  typeParameters?: { params?: Node[]; parameters?: Node[] } | null;
  typeArguments?: { params?: Node[] } | null;
}

/** Each node with the type parameters in its scope. */
function visit(value: unknown, generics: readonly Node[], look: (node: Node, generics: readonly Node[]) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const element of value) visit(element, generics, look);
    return;
  }
  const node = value as Node;
  if ('type' in node) look(node, generics);
  const own = node.typeParameters?.parameters;
  for (const child of Object.values(node)) visit(child, own ? [...generics, ...own] : generics, look);
}
