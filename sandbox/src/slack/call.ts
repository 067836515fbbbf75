import { SlackError } from './errors.ts';
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
  /** One of these has to be granted; empty where any token will do. */
  scopes: readonly string[];
  run(call: Call): object;
}

/** Between 1 and `most`; Slack refuses other limits. */
export function limitOf({ args }: Call, usual: number, most: number): number {
  const text = args.get('limit') ?? '';
  if (text === '' || text === '0') return usual;
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > most) throw new SlackError('invalid_limit');
  return limit;
}

/** Slack's cursors are opaque, and contain what comes next. */
export const cursorOf = (kind: string, value: string) => Buffer.from(`${kind}:${value}`).toString('base64');

/** What comes next; null at the beginning. */
export function readCursor({ args }: Call, kind: string): string | null {
  const text = args.get('cursor') ?? '';
  if (text === '') return null;
  const [found, value] = Buffer.from(text, 'base64').toString().split(':');
  if (found !== kind || value === undefined) throw new SlackError('invalid_cursor');
  return value;
}

/** A page of a list whose entries have ids. */
export function pageOf<T extends { id: string }>(call: Call, kind: string, all: readonly T[], limit: number) {
  const from = readCursor(call, kind);
  const start = from === null ? 0 : all.findIndex(({ id }) => id === from);
  if (start < 0) throw new SlackError('invalid_cursor');
  const next = all[start + limit];
  return {
    items: all.slice(start, start + limit),
    response_metadata: { next_cursor: next ? cursorOf(kind, next.id) : '' },
  };
}

/** The workspace a list is of: tokens of an organization have to name one. Null for tokens of a workspace. */
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
