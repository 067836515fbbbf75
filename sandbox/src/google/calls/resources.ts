import type { SandboxResponse } from '../../shared/server.ts';
import { type Call, fieldsOf } from '../call.ts';
import { shapeOf } from '../description/description.ts';
import { GoogleError, jsonAnswer } from '../errors.ts';
import { applyMask, type Mask, parseMask } from '../files/fields.ts';

const maskOf = (names: readonly string[]): Mask => new Map(names.map((name) => [name, '*']));

/** One resource, with the fields that are asked for, or those that Google sends unless others are. */
export function answerOne(call: Call, schema: string, resource: object, usual: readonly string[]): SandboxResponse {
  const fields = fieldsOf(call);
  return jsonAnswer(applyMask(resource, fields === null ? maskOf(usual) : parseMask(fields, shapeOf(schema))));
}

interface List {
  /** As Google names it, such as PermissionList. */
  schema: string;
  /** The field that holds the entries. */
  of: string;
  all: readonly object[];
  /** The fields of an entry unless others are asked for; null for all. */
  usual: readonly string[] | null;
  /** How many on a page unless the call says so, and at most. */
  size: readonly [usual: number, most: number];
  sizeParameter?: string;
}

/** A page of a list. */
export function answerList(
  call: Call,
  { schema, of, all, usual, size, sizeParameter = 'pageSize' }: List,
): SandboxResponse {
  const { req, mostPerPage } = call;
  const asked = wholeNumber(req.query.get(sizeParameter) ?? String(size[0]), sizeParameter);
  if (asked < 1 || asked > size[1]) throw new GoogleError('invalid', 'Invalid Value', sizeParameter);
  const from = wholeNumber(req.query.get('pageToken') ?? '0', 'pageToken');
  const next = from + Math.min(asked, mostPerPage);
  const list = {
    kind: `drive#${schema[0]!.toLowerCase()}${schema.slice(1)}`,
    ...(next < all.length && { nextPageToken: String(next) }),
    [of]: all.slice(from, next),
  };
  const fields = fieldsOf(call);
  const mask: Mask = new Map([
    ['kind', '*'],
    ['nextPageToken', '*'],
    [of, usual === null ? '*' : maskOf(usual)],
  ]);
  return jsonAnswer(applyMask(list, fields === null ? mask : parseMask(fields, shapeOf(schema))));
}

function wholeNumber(text: string, parameter: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new GoogleError('invalid', 'Invalid Value', parameter);
  return Number(text);
}
