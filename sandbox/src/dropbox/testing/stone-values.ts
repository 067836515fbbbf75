import type { Definition, Field, Stone, TypeName } from './stone.ts';

const primitives: Readonly<Record<string, (value: unknown) => boolean>> = {
  String: (value) => typeof value === 'string',
  Bytes: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean',
  Timestamp: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  Float32: (value) => typeof value === 'number',
  Float64: (value) => typeof value === 'number',
  Int32: Number.isSafeInteger,
  Int64: Number.isSafeInteger,
  UInt32: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  UInt64: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
};

/** What is wrong with a value that should be of a type, one line each; nothing where it is right. */
export function problemsOf(stone: Stone, namespace: string, type: TypeName, value: unknown, at = '$'): string[] {
  const found = Object.hasOwn(primitives, type.name) ? undefined : find(stone, namespace, type.name);
  if (found?.kind === 'alias') {
    const isNullable = type.isNullable || found.type!.isNullable;
    return problemsOf(stone, found.namespace, { ...found.type!, isNullable }, value, at);
  }
  if (value === null || value === undefined)
    return type.isNullable || type.name === 'Void' ? [] : [`${at}: ${type.name} is missing`];
  if (type.name === 'Void') return [`${at}: expected nothing`];
  if (type.name === 'List') {
    if (!Array.isArray(value)) return [`${at}: expected a list`];
    return value.flatMap((item, index) => problemsOf(stone, namespace, type.arguments[0]!, item, `${at}[${index}]`));
  }
  if (Object.hasOwn(primitives, type.name))
    return primitives[type.name]!(value) ? [] : [`${at}: ${JSON.stringify(value)} is no ${type.name}`];
  if (!found) return [`${at}: unknown type ${type.name}`];
  if (typeof value !== 'object' || Array.isArray(value)) return [`${at}: ${JSON.stringify(value)} is no ${type.name}`];
  const given = value as Record<string, unknown>;
  return found.kind === 'union' ? ofUnion(stone, found, given, at) : ofStruct(stone, found, given, at);
}

export function find({ types }: Stone, namespace: string, name: string): Definition | undefined {
  return types.get(name.includes('.') ? name : `${namespace}.${name}`);
}

/** Its own fields and those it inherits, each with the namespace its type is meant in. */
export function allFields(stone: Stone, definition: Definition): (Field & { namespace: string })[] {
  const { base, fields, namespace, kind, type } = definition;
  const inherited = kind === 'alias' ? type : base;
  const above = inherited && find(stone, namespace, inherited.name);
  return [...(above ? allFields(stone, above) : []), ...fields.map((field) => ({ ...field, namespace }))];
}

function ofStruct(stone: Stone, definition: Definition, given: Record<string, unknown>, at: string): string[] {
  const { subtypes, namespace } = definition;
  if (subtypes.length > 0) {
    const { '.tag': tag, ...rest } = given;
    const subtype = subtypes.find(({ name }) => name === tag);
    if (!subtype) return [`${at}: .tag is ${JSON.stringify(tag)}`];
    return ofStruct(stone, find(stone, namespace, subtype.type!.name)!, rest, at);
  }
  const fields = allFields(stone, definition);
  const unknown = Object.keys(given).filter((key) => !fields.some(({ name }) => name === key));
  const wrong = fields.flatMap(({ name, type, hasDefault, namespace: from }) =>
    given[name] === undefined && hasDefault ? [] : problemsOf(stone, from, type!, given[name], `${at}.${name}`),
  );
  return [...unknown.map((key) => `${at}: unknown field ${key}`), ...wrong];
}

/** A struct is written beside the tag, everything else below it. */
function ofUnion(stone: Stone, definition: Definition, given: Record<string, unknown>, at: string): string[] {
  const { '.tag': tag, ...rest } = given;
  const member = allFields(stone, definition).find(({ name }) => name === tag);
  if (!member) return tag === 'other' && !definition.isClosed ? [] : [`${at}: .tag is ${JSON.stringify(tag)}`];
  const { type } = member;
  if (!type || (type.isNullable && Object.keys(rest).length === 0))
    return Object.keys(rest).map((key) => `${at}: unknown field ${key}`);
  const found = find(stone, member.namespace, type.name);
  if (found?.kind === 'struct' && found.subtypes.length === 0) return ofStruct(stone, found, rest, at);
  return problemsOf(stone, member.namespace, type, rest[member.name], `${at}.${member.name}`);
}
