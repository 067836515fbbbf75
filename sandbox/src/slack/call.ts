import { SlackError } from './errors.ts';
import { happens } from './oddities.ts';
import type { Tier } from './rates.ts';
import type { User } from './workspace/types.ts';
import type { World } from './world.ts';

/** An authorized call of a method. */
export interface Call {
  method: string;
  world: World;
  user: User;
  scopes: readonly string[];
  args: URLSearchParams;
  token: string;
}

export interface Method {
  tier: Tier;
  /** The scopes of which one must be granted; empty if any token is enough. */
  scopes: readonly string[];
  run(call: Call): object;
}

/** The limit of the call, between 1 and `max`; Slack refuses other limits. */
export function limitOf({ args }: Call, usual: number, max: number): number {
  const text = args.get('limit') ?? '';
  if (text === '' || text === '0') return usual;
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > max) throw new SlackError('invalid_limit');
  return limit;
}

/** Slack’s cursors are opaque, and contain the position of the next entries. */
const cursorOf = (kind: string, value: string) => Buffer.from(`${kind}:${value}`).toString('base64');

/** The start of the page; null at the beginning. */
export function readCursor({ args }: Call, kind: string): string | null {
  const text = args.get('cursor') ?? '';
  if (text === '') return null;
  const [found, value] = Buffer.from(text, 'base64').toString().split(':');
  if (found !== kind || value === undefined) throw new SlackError('invalid_cursor');
  return value;
}

/** Ends the cursor of a page after an empty one, and of an empty one. */
const [AFTER_EMPTY, END] = [':after-empty', ':end'];
/** The number of entries on a short page. */
const SHORT = 3;

/** The requested number of entries from the cursor’s position on; the next cursor is '' at the end. */
export function cut<T>(call: Call, kind: string, entries: Iterable<T>, limit: number, keyOf: (entry: T) => string) {
  const { oddities } = call.world;
  const cursor = Buffer.from(call.args.get('cursor') ?? '', 'base64').toString();
  if (cursor.endsWith(END)) return { page: [], next: '' };
  const place = `${call.method} ${call.args}`;
  const max = happens(oddities, 'shortPages', place) ? Math.min(limit, SHORT) : limit;
  const page: T[] = [];
  let next: T | undefined;
  for (const entry of entries) {
    next = entry;
    if (page.length === max) break;
    page.push(entry);
    next = undefined;
  }
  const isEmpty = page.length > 0 && !cursor.endsWith(AFTER_EMPTY) && happens(oddities, 'emptyPages', place);
  if (isEmpty) return { page: [], next: cursorOf(kind, `${keyOf(page[0]!)}${AFTER_EMPTY}`) };
  if (next === undefined) {
    const hasEnd = page.length > 0 && happens(oddities, 'emptyEnds', place);
    return { page, next: hasEnd ? cursorOf(kind, `${keyOf(page[0]!)}${END}`) : '' };
  }
  const isRepeated = page.length > 1 && happens(oddities, 'repeated', place);
  return { page, next: cursorOf(kind, keyOf(isRepeated ? page.at(-1)! : next)) };
}

/** A page of a list whose entries have ids. */
export function pageOf<T extends { id: string }>(call: Call, kind: string, all: readonly T[], limit: number) {
  const from = readCursor(call, kind);
  const start = from === null ? 0 : all.findIndex(({ id }) => id === from);
  if (start < 0) throw new SlackError('invalid_cursor');
  const { page, next } = cut(call, kind, all.slice(start), limit, ({ id }) => id);
  return { items: page, response_metadata: { next_cursor: next } };
}

/** The workspace of a list: tokens of an organization must name one. Null for tokens of a workspace. */
export function teamOf({ world, args }: Call): string | null {
  if (!world.enterprise) return null;
  const team = args.get('team_id') ?? '';
  if (team === '')
    throw new SlackError('missing_argument', { response_metadata: { messages: ['[ERROR] missing team_id'] } });
  if (!world.teams.some(({ id }) => id === team)) throw new SlackError('team_access_not_granted');
  return team;
}

export const isTrue = (text: string | null) => text === 'true' || text === '1';

export function needScope({ scopes }: Pick<Call, 'scopes'>, needed: readonly string[]): void {
  if (needed.length === 0 || needed.some((scope) => scopes.includes(scope))) return;
  throw new SlackError('missing_scope', { needed: needed.join(','), provided: scopes.join(',') });
}
