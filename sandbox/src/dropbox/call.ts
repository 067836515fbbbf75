import type { IncomingHttpHeaders } from 'node:http';
import type { SandboxResponse } from '../shared/server.ts';
import { badInput } from './errors.ts';
import type { Account } from './files/accounts.ts';
import type { View } from './files/view.ts';
import type { World } from './world.ts';

/** An authorized call: its sender, its argument, and the bytes that came with it. */
export interface Call<Arg = Record<string, never>> {
  route: string;
  world: World;
  account: Account;
  view: View;
  arg: Arg;
  bytes: Buffer;
  headers: IncomingHttpHeaders;
}

/** `false` is a choice that this Dropbox doesn’t offer. */
type Kind = 'false' | 'string' | 'boolean' | 'integer' | 'object' | 'list' | 'union';
/** The fields a call takes: `?` for one that may be null or missing, `=` for one with a default, which may be missing only. */
export type Fields = Readonly<Record<string, Kind | `${Kind}?` | `${Kind}=`>>;

export interface Route {
  host: 'api' | 'content';
  style: 'rpc' | 'upload' | 'download';
  /** Null if no token is needed. */
  scope: string | null;
  /** For a call that writes, the tag under which it reports too many writes; '' for none, null for a plain 429. */
  writes?: string | null;
  /** Null if the call has no argument. */
  fields: Fields | null;
  run(call: Call<never>): unknown;
}

/** The answer to a `download` call: its result in a header, the bytes as the body. */
export interface Download {
  result: object;
  response: SandboxResponse;
}

const isKind: Record<Kind, (value: unknown) => boolean> = {
  false: (value) => value === false,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  list: Array.isArray,
  union: (value) => typeof value === 'string' || (isKind.object(value) && typeof (value as never)['.tag'] === 'string'),
};

/** As strict as Dropbox: an unknown field is refused like one of the wrong type. Fields that are null are removed. */
export function checkFields(value: unknown, fields: Fields, route: string, where = 'request body'): void {
  if (!isKind.object(value)) throw badInput(route, `${where}: expected object, got ${JSON.stringify(value)}`);
  const given = value as Record<string, unknown>;
  const unknown = Object.keys(given).find((field) => !Object.hasOwn(fields, field));
  if (unknown !== undefined) throw badInput(route, `${where}: unknown field '${unknown}'`);
  for (const [field, expected] of Object.entries(fields)) {
    const kind = expected.replace(/[?=]$/, '') as Kind;
    if (given[field] === null && expected.endsWith('?')) delete given[field];
    else if (given[field] === undefined) {
      if (kind === expected) throw badInput(route, `${where}: missing required field '${field}'`);
    } else if (!isKind[kind](given[field])) {
      throw badInput(route, `${where}: ${field}: expected ${kind}, got ${JSON.stringify(given[field])}`);
    }
  }
}

/** The tag of a union that may be written as a plain string. */
export function tagOf(value: string | { '.tag': string }): string {
  return typeof value === 'string' ? value : value['.tag'];
}
