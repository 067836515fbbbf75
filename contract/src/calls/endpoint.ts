import type { z } from 'zod';
import type { Permission } from '../workspace/policy.ts';
import type { ErrorCode } from './error-codes.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call:
 * - `public`: anyone;
 * - `session`: anyone who is signed in, verified or not;
 * - `verified`: anyone who is signed in with a verified address; no organization is involved;
 * - a permission: a verified member of the current organization whose role has it (see policy.ts).
 */
export type Access = 'public' | 'session' | 'verified' | Permission;

/** Accepted types of pictures; the server checks the bytes and redraws them. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;

type Fields = z.ZodObject | undefined;

/** One call of the API. The server answers it and the web calls it; docs and permission tests derive from it. */
export interface Endpoint<
  Params extends Fields = Fields,
  Query extends Fields = Fields,
  Body extends Fields = Fields,
  Data extends z.ZodType = z.ZodType,
  Paged extends boolean = boolean,
  Who extends Access = Access,
  Bytes extends boolean = boolean,
  Picture extends boolean = boolean,
> {
  method: Method;
  /** Relative to /api, with parameters in braces: `/labels/{id}`. */
  path: `/${string}`;
  access: Who;
  /** Where the call names its organization: in the Organization header, or as `{id}` in the path. */
  organization: 'header' | 'path';
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  /** The value of `data` in the answer. */
  data: Data;
  /** The answer carries `pagination` beside `data`. */
  paged: Paged;
  status: 200 | 201;
  /** The answer is the bytes of a file rather than JSON; `data` is ignored. */
  bytes: Bytes;
  /** The request is the bytes of a picture (see pictureTypes) rather than JSON; `body` is undefined. */
  picture: Picture;
  /** Codes that this call may answer with besides those that every call shares (see sharedErrors). */
  errors: readonly ErrorCode[];
  /** The maximum size of the request body in bytes, if it differs from limits.bodyBytes. */
  bodyLimit: number | undefined;
  /** Also works in a workspace that is read-only because a payment is due. Every GET does. */
  whileReadOnly: boolean;
}

interface Definition<Params, Query, Body, Data, Paged, Who, Bytes, Picture> {
  method: Method;
  path: `/${string}`;
  access: Who;
  organization?: 'header' | 'path';
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  data: Data;
  paged?: Paged;
  status?: 200 | 201;
  bytes?: Bytes;
  picture?: Picture;
  errors?: readonly ErrorCode[];
  bodyLimit?: number;
  whileReadOnly?: boolean;
}

export function endpoint<
  Data extends z.ZodType,
  const Who extends Access,
  Params extends Fields = undefined,
  Query extends Fields = undefined,
  Body extends Fields = undefined,
  const Paged extends boolean = false,
  const Bytes extends boolean = false,
  const Picture extends boolean = false,
>(
  definition: Definition<Params, Query, Body, Data, Paged, Who, Bytes, Picture>,
): Endpoint<Params, Query, Body, Data, Paged, Who, Bytes, Picture> {
  return {
    status: 200,
    organization: 'header',
    errors: [],
    bodyLimit: undefined,
    whileReadOnly: definition.method === 'GET',
    ...definition,
    params: definition.params as Params,
    query: definition.query as Query,
    body: definition.body as Body,
    paged: (definition.paged ?? false) as Paged,
    bytes: (definition.bytes ?? false) as Bytes,
    picture: (definition.picture ?? false) as Picture,
  };
}

type Parsed<F> = F extends z.ZodObject ? z.output<F> : undefined;
type Sent<F> = F extends z.ZodObject ? z.input<F> : undefined;

/** The parsed input of a handler. */
export type Received<E extends Endpoint> = {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
  /** The bytes sent to a call that takes a picture. */
  picture: E['picture'] extends true ? Uint8Array : undefined;
};

type Given<K extends string, V> = undefined extends V
  ? { [P in K]?: undefined }
  : // biome-ignore lint/complexity/noBannedTypes: {} asks "may everything be left out?"
    {} extends V
    ? { [P in K]?: V }
    : { [P in K]: V };

/** What a caller passes. */
export type CallInput<E extends Endpoint> = Given<'params', Sent<E['params']>> &
  Given<'query', Sent<E['query']>> &
  Given<'body', Sent<E['body']>> &
  Given<'picture', E['picture'] extends true ? Blob : undefined>;

/** The value of `data`. */
export type DataOf<E extends Endpoint> = z.output<E['data']>;
