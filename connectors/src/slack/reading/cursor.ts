import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ConnectorError } from '../../kit/errors.ts';
import type { Cursor } from '../../kit/session.ts';
import type { Message } from '../../kit/threads.ts';
import { LAST, packTs, type Ts, unpackTs } from '../ids.ts';

/** How far a channel was read. */
export interface State {
  /** The newest message of the channel that was read; '' at the beginning. */
  newest: Ts;
  /** Nothing that was read is later: a message edited after this was edited since. */
  mark: Ts;
  /** Short hashes of all messages after `statesFrom`, by which a change is noticed. */
  states: ReadonlySet<number>;
  statesFrom: Ts;
  /** Threads that are still answered, with their latest answers. */
  active: ReadonlyMap<Ts, Ts>;
  /** The latest answer in a thread that found no place in `active`. */
  forgotten: Ts;
  /** Older messages that are still to be read. */
  fill: Fill | null;
  sweep: Sweep;
  /** The person has read the channel up to this message, as far as we know; '' where we don't. */
  readTo: Ts;
  /** Everything is reported once more, also what the caller has: earlier versions kept it in other documents. */
  isAnew: boolean;
}

/**
 * A look at older messages, a page at each update, from new to old and then from the start again: there may be new
 * answers to them, and edits.
 */
export interface Sweep {
  /** What is older comes next; '' to start. */
  at: Ts;
  /** `mark` when this round began, and when the one before did. */
  began: Ts;
  lastBegan: Ts;
  /** When this round began, in milliseconds; its pages so far, and those of the round before. */
  startedAt: number;
  pages: number;
  lastPages: number;
}

export interface Fill {
  /** Slack's own position, and ours where Slack has forgotten it. */
  next: string;
  latest: Ts;
  /** Up to here messages were read before; '' for all. */
  until: Ts;
  /** Threads on the page that was read last. */
  threads: readonly Ts[];
  /** The position in the first of them. */
  reply: string;
  isLast: boolean;
}

export const emptyState: State = {
  newest: '',
  mark: '',
  states: new Set(),
  statesFrom: LAST,
  active: new Map(),
  forgotten: '',
  fill: null,
  sweep: { at: '', began: '', lastBegan: '', startedAt: 0, pages: 0, lastPages: 0 },
  readTo: '',
  isAnew: false,
};

const packed = z.string().regex(/^[0-9a-z]{0,11}$/);
const stored = z.object({
  v: z.literal(2),
  newest: packed,
  mark: packed,
  states: z.string(),
  from: packed,
  active: z.array(z.tuple([packed, packed])),
  forgotten: packed,
  sweep: z.tuple([packed, packed, packed]),
  /** Absent in cursors of earlier versions. */
  round: z.tuple([z.number(), z.number(), z.number()]).default([0, 0, 0]),
  fill: z
    .object({
      next: z.string(),
      latest: packed,
      until: packed,
      threads: z.array(packed),
      reply: z.string(),
      isLast: z.boolean(),
    })
    .nullable(),
  anew: z.boolean(),
  /** Absent in cursors of earlier versions. */
  read: packed.default(''),
});
/** Of versions that made documents of threads as well. */
const ofBefore = z.object({ v: z.literal(1) });

export function cursorOf(state: State): Cursor {
  const { newest, mark, states, statesFrom, active, forgotten, sweep, fill, readTo, isAnew } = state;
  return JSON.stringify({
    v: 2,
    anew: isAnew,
    read: packTs(readTo),
    newest: packTs(newest),
    mark: packTs(mark),
    states: Buffer.from(Uint32Array.from(states).buffer).toString('base64'),
    from: statesFrom === LAST ? '' : packTs(statesFrom),
    active: [...active].map(([thread, latest]) => [packTs(thread), packTs(latest)]),
    forgotten: packTs(forgotten),
    sweep: [packTs(sweep.at), packTs(sweep.began), packTs(sweep.lastBegan)],
    round: [sweep.startedAt, sweep.pages, sweep.lastPages],
    fill: fill && {
      ...fill,
      latest: packTs(fill.latest),
      until: packTs(fill.until),
      threads: fill.threads.map(packTs),
    },
  } satisfies z.input<typeof stored>) as Cursor;
}

export function readState(cursor: Cursor): State {
  const value = parsed(cursor);
  if (ofBefore.safeParse(value).success) return { ...emptyState, isAnew: true };
  const read = stored.safeParse(value);
  if (!read.success) throw new ConnectorError('cursor_expired', 'This position in a channel cannot be read');
  const { newest, mark, states, from, active, forgotten, sweep, round, fill, anew, read: readTo } = read.data;
  const [startedAt, pages, lastPages] = round;
  const [at, began, lastBegan] = sweep.map(unpackTs) as [Ts, Ts, Ts];
  const bytes = Buffer.from(states, 'base64');
  return {
    newest: unpackTs(newest),
    mark: unpackTs(mark),
    states: new Set(new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~3)))),
    statesFrom: from === '' ? LAST : unpackTs(from),
    active: new Map(active.map(([thread, latest]) => [unpackTs(thread), unpackTs(latest)])),
    forgotten: unpackTs(forgotten),
    sweep: { at, began, lastBegan, startedAt, pages, lastPages },
    readTo: unpackTs(readTo),
    isAnew: anew,
    fill: fill && {
      ...fill,
      latest: unpackTs(fill.latest),
      until: unpackTs(fill.until),
      threads: fill.threads.map(unpackTs),
    },
  };
}

/** Differs where anything differs that people see of a message. */
export function stateOf({ id, thread, author, body, attachments, editedAt }: Message): number {
  const shown = [id, thread, author.id, author.name, body, attachments, editedAt];
  return createHash('sha1').update(JSON.stringify(shown)).digest().readUInt32LE(0);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
