import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** `List(String)?` is a nullable List of one argument, `common.Date` a name of another namespace. */
export interface TypeName {
  name: string;
  arguments: TypeName[];
  isNullable: boolean;
}

export interface Field {
  name: string;
  /** Absent for a tag of a union that carries nothing. */
  type?: TypeName;
  hasDefault: boolean;
}

export interface Definition {
  kind: 'struct' | 'union' | 'alias';
  namespace: string;
  base?: TypeName;
  fields: Field[];
  /** Of a struct: the tags of its subtypes. */
  subtypes: Field[];
  /** Of a union: it knows no other tags. */
  isClosed: boolean;
  /** Of an alias. */
  type?: TypeName;
}

export interface RouteDefinition {
  namespace: string;
  argument: TypeName;
  result: TypeName;
  error: TypeName;
  attributes: Record<string, string>;
  /** There is a newer call for the same. */
  isDeprecated: boolean;
}

/** What descriptions in Stone define: types by `namespace.Name`, routes as they are called (`files/move_v2`). */
export interface Stone {
  types: Map<string, Definition>;
  routes: Map<string, RouteDefinition>;
}

/** Reads all `.stone` files of a folder: as much of the language as checking answers needs. */
export function readStone(folder: string): Stone {
  const stone: Stone = { types: new Map(), routes: new Map() };
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.stone'))) {
    const namespace = basename(file, '.stone');
    for (const [head = '', ...body] of blocks(readFileSync(join(folder, file), 'utf8')))
      define(stone, namespace, head, body);
  }
  return stone;
}

/** The lines of each definition, the first one without indentation; without comments, texts and annotations. */
function blocks(text: string): string[][] {
  const all: string[][] = [];
  let isInText = false;
  for (const line of text.split('\n')) {
    const code = line.trim();
    const quotes = code.replaceAll('\\"', '').split('"').length - 1;
    if (isInText) isInText = quotes % 2 === 0;
    else if (code.startsWith('"')) isInText = quotes % 2 === 1;
    else if (code === '' || code.startsWith('#') || code.startsWith('@')) continue;
    else if (line.startsWith(' ')) all.at(-1)?.push(line);
    else all.push([line]);
  }
  return all;
}

function define({ types, routes }: Stone, namespace: string, head: string, body: string[]): void {
  const [, alias, aliased] = /^alias (\w+) = (.+)$/.exec(head) ?? [];
  const plain = { namespace, fields: [], subtypes: [], isClosed: false };
  if (alias) types.set(`${namespace}.${alias}`, { ...plain, kind: 'alias', type: parseType(aliased!) });
  const [, kind, closed, name, base] = /^(struct|union)(_closed)? (\w+)(?: extends ([\w.]+))?$/.exec(head) ?? [];
  if (kind) {
    types.set(`${namespace}.${name}`, {
      ...plain,
      kind: kind as 'struct' | 'union',
      isClosed: closed !== undefined,
      ...(base && { base: parseType(base) }),
      ...members(body),
    });
  }
  const [, route, version, types3] = /^route ([\w/]+)(?::(\d))? \((.+)\)/.exec(head) ?? [];
  if (!route) return;
  const [argument, result, error] = split(types3!).map(parseType);
  const attributes = body.flatMap((line) => {
    const [, key, value] = /^ {8}(\w+) = "?([^"]*)"?$/.exec(line) ?? [];
    return key ? [[key, value!] as const] : [];
  });
  routes.set(`${namespace}/${route}${version ? `_v${version}` : ''}`, {
    namespace,
    argument: argument!,
    result: result!,
    error: error!,
    attributes: Object.fromEntries(attributes),
    isDeprecated: /\) deprecated\b/.test(head),
  });
}

/** Fields are indented by four, subtypes below `union` by eight; examples are left out. */
function members(body: string[]): Pick<Definition, 'fields' | 'subtypes'> {
  const fields: Field[] = [];
  const subtypes: Field[] = [];
  let section = '';
  for (const line of body) {
    const isTop = /^ {4}\S/.test(line);
    if (isTop) section = /^ {4}(union(?:_closed|\*)?|example)\b(?! \S+\()/.exec(line)?.[1] ?? '';
    if (isTop && section === '') fields.push(parseField(line.trim()));
    else if (!isTop && section.startsWith('union')) subtypes.push(parseField(line.trim()));
  }
  return { fields, subtypes };
}

function parseField(line: string): Field {
  const [, name = '', rest = ''] = /^(\w+)\s*(.*)$/.exec(line) ?? [];
  const [type = '', standard] = rest.split(/ = (?=[^"]*$|"[^"]*"$)/);
  return { name, ...(type && { type: parseType(type) }), hasDefault: standard !== undefined };
}

function parseType(text: string): TypeName {
  const [, name = '', given = '', nullable] = /^([\w.]+)(?:\((.*)\))?(\?)?$/.exec(text.trim()) ?? [];
  const isContainer = name === 'List' || name === 'Map';
  const parts = isContainer ? split(given).filter((part) => !/^\w+=/.test(part)) : [];
  return { name, arguments: parts.map(parseType), isNullable: nullable !== undefined };
}

/** At commas outside of parentheses. */
function split(text: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}
