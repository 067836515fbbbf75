import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ConnectorError } from '../../kit/errors.ts';
import type { Cursor } from '../../kit/session.ts';
import type { Message } from '../../kit/threads.ts';
import { LAST, packTs, type Ts, unpackTs } from '../ids.ts';

/** The position in a channel. */
export interface State {
  /** The newest message read in the channel; '' at the beginning. */
  newest: Ts;
  /** The latest time in everything that was read: a later edit has not been seen yet. */
  mark: Ts;
  /** Short hashes of all messages after `statesFrom`, to detect changes. */
  states: ReadonlySet<number>;
  statesFrom: Ts;
  /** Threads that still get answers, with their latest answers. */
  active: ReadonlyMap<Ts, Ts>;
  /** The latest answer in a thread that didn’t fit into `active`. */
  forgotten: Ts;
  /** Older messages that are still to be read. */
  fill: Fill | null;
  sweep: Sweep;
  /** The message up to which the person has read the channel, as far as known; otherwise ''. */
  readTo: Ts;
  /**
   * Everything is reported once more, even what the caller has, because earlier versions stored it in other documents.
   */
  isAnew: boolean;
}

/**
 * A sweep of older messages, a page at each update, from new to old and then from the start again, to find new answers
 * and edits.
 */
export interface Sweep {
  /** The sweep continues with older messages; '' to start. */
  at: Ts;
  /** The `mark` at the start of this round, and at the start of the previous one. */
  began: Ts;
  lastBegan: Ts;
  /** The start of this round in milliseconds, its pages so far, and those of the previous round. */
  startedAt: number;
  pages: number;
  lastPages: number;
}

export interface Fill {
  /** Slack’s own position; empty if it can’t be stored, then `latest` is used. */
  next: string;
  latest: Ts;
  /** The message up to which messages were read before; '' for all. */
  until: Ts;
  /** Threads on the last read page. */
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
/** The version that also made documents of threads. */
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

/** Differs if anything visible of a message differs. */
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
