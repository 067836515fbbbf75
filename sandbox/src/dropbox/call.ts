import type { IncomingHttpHeaders } from 'node:http';
import type { SandboxResponse } from '../shared/server.ts';
import type { Account } from './accounts.ts';
import { badInput } from './errors.ts';
import type { View } from './view.ts';
import type { World } from './world.ts';

/** A call that may be made: who makes it, what it says, and the bytes that came with it. */
export interface Call<Arg = Record<string, never>> {
  route: string;
  world: World;
  account: Account;
  view: View;
  arg: Arg;
  bytes: Buffer;
  headers: IncomingHttpHeaders;
}

type Kind = 'string' | 'boolean' | 'integer' | 'object' | 'list' | 'union';
/** The fields a call takes; a question mark makes one optional. */
export type Fields = Readonly<Record<string, Kind | `${Kind}?`>>;

export interface Route {
  host: 'api' | 'content' | 'notify';
  style: 'rpc' | 'upload' | 'download';
  /** Null: anyone may call. */
  scope: string | null;
  /** Null: the call takes nothing. */
  fields: Fields | null;
  run(call: Call<never>): unknown;
}

/** What a `download` call answers: its result in a header, the bytes as the body. */
export interface Download {
  result: object;
  response: SandboxResponse;
}

const isKind: Record<Kind, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  list: Array.isArray,
  union: (value) => typeof value === 'string' || (isKind.object(value) && typeof (value as never)['.tag'] === 'string'),
};

/** Strict, as Dropbox is: a field it does not know is refused like one of the wrong type. */
export function checkFields(value: unknown, fields: Fields, route: string, where = 'request body'): void {
  if (!isKind.object(value)) throw badInput(route, `${where}: expected object, got ${JSON.stringify(value)}`);
  const given = value as Record<string, unknown>;
  const unknown = Object.keys(given).find((field) => !Object.hasOwn(fields, field));
  if (unknown !== undefined) throw badInput(route, `${where}: unknown field '${unknown}'`);
  for (const [field, expected] of Object.entries(fields)) {
    const kind = expected.replace('?', '') as Kind;
    if (given[field] === undefined || given[field] === null) {
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
