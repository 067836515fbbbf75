import type { Cursor, RemoteId } from '../../kit/session.ts';
import type { MessageBatch } from '../../kit/threads.ts';
import { editedOf } from '../adapt.ts';
import { earlier, LAST, later, type Ts, timeOf, tsAt } from '../ids.ts';
import type { SlackMessage } from '../wire.ts';
import { cursorOf, type State, type Sweep } from './cursor.ts';
import { goneFrom } from './gone.ts';
import type { Found, Reader } from './reader.ts';
import { readThread, threadsIn, unreadThreads } from './threads.ts';

/** Slack doesn’t report edits and deletions, so messages within this time are read again at every update. */
const WINDOW_MS = 7 * 86_400_000;
/** The maximum that is read again; less if Slack limits the app. */
const usual = { pages: 5, threads: 30 };
const sparing = { pages: 1, threads: 3 };
/** These fit into a cursor of 16 KiB. */
const maxStates = 1500;
const maxActive = 60;

const FIRST: Ts = '0000000000.000000';

type Batches = AsyncGenerator<MessageBatch, State>;

/**
 * Reads the newest messages, at least a page, and those of the last days once more; then threads that were answered in
 * that time. The last batch names the existing messages. A gap that it could not reach is left to be filled. If
 * interrupted, it starts over: messages that the caller has by then aren’t reported again.
 */
export async function* rescan(reader: Reader, state: State, now: Date): Batches {
  const windowStart = windowStartAt(now);
  const again = cursorOf(state);
  const found: Found[] = [];
  const top = yield* readTop(reader, state, windowStart, found, again);
  const below =
    top.gap || top.readFrom === ''
      ? null
      : yield* sweep(reader, state, top.readFrom, { now, isLimited: top.isLimited, again });
  const threads = yield* readThreads(reader, state, windowStart, { top, below: below?.threads ?? [], found, again });
  // Threads that started below the read messages, and aren’t followed, have no recent answers.
  const since = [state.forgotten, top.readFrom === '' ? '' : windowStart, ...threads.skipped].reduce(
    later,
    top.readFrom,
  );
  const next: State = {
    newest: top.newest,
    mark: top.mark,
    ...statesOf(found, since),
    ...activeOf(threads.latest, windowStart, state.forgotten),
    fill: top.gap,
    readTo: state.readTo,
    isAnew: state.isAnew && top.gap !== null,
    sweep: below?.sweep ?? state.sweep,
  };
  // Older messages of the first reading come later, and recent answers come with them.
  const isComplete = !(state.newest === '' && top.gap);
  yield {
    ...nothing,
    deleted: threads.deleted,
    ...(isComplete && { present: presentOf(found, since) }),
    cursor: cursorOf(next),
  };
  return next;
}

const nothing = { messages: [], marked: [], deleted: [], failures: [] };

interface Top {
  newest: Ts;
  mark: Ts;
  /** Everything after this was read. */
  readFrom: Ts;
  threads: Map<Ts, Ts>;
  gap: State['fill'];
  isLimited: boolean;
}

async function* readTop(
  reader: Reader,
  state: State,
  windowStart: Ts,
  found: Found[],
  again: Cursor,
): AsyncGenerator<MessageBatch, Top> {
  const isFirst = state.newest === '';
  const { newest, mark } = state;
  const top: Top = { newest, mark, readFrom: '', threads: new Map(), gap: null, isLimited: false };
  let at = { oldest: '', latest: '', next: '' };
  for (let pages = 1; ; pages++) {
    const page = await reader.history(at);
    const { found: here, ...sorted } = await reader.sort(page.messages, null, state);
    if (sorted.messages.length + sorted.failures.length > 0) yield { ...nothing, ...sorted, cursor: again };
    found.push(...here);
    for (const [thread, latest] of threadsIn(page.messages)) top.threads.set(thread, latest);
    top.newest = page.messages.reduce((latest, { ts }) => later(latest, ts), top.newest);
    if (pages === 1) top.mark = latestOf(page.messages, top.mark);
    top.isLimited ||= page.isLimited;
    const lowest = page.messages.reduce((min, { ts }) => earlier(min, ts), at.latest || LAST);
    if (!page.hasMore) return page.isHiding ? { ...top, readFrom: lowest } : top;
    at = { oldest: '', latest: lowest, next: page.next };
    const isEnough = lowest <= windowStart && (isFirst || lowest <= state.newest);
    if (!isEnough && pages < (top.isLimited ? sparing : usual).pages) continue;
    top.readFrom = lowest;
    if (isFirst || lowest > state.newest)
      top.gap = { next: page.next, latest: lowest, until: state.newest, threads: [], reply: '', isLast: false };
    return top;
  }
}

/**
 * Reads a page or a few of older messages, with their threads if the caller doesn’t have all answers, and reports
 * deletions. The number of pages lets a round end in time, estimated from the previous round.
 */
async function* sweep(
  reader: Reader,
  state: State,
  readFrom: Ts,
  { now, isLimited, again }: { now: Date; isLimited: boolean; again: Cursor },
): AsyncGenerator<MessageBatch, { sweep: Sweep; threads: readonly Ts[] }> {
  const maxPages = (isLimited ? sparing : usual).pages;
  let at = state;
  const threads: Ts[] = [];
  for (let pages = 0; pages === 0 || (pages < maxPages && isBehind(at.sweep, now, reader.rescanMs)); pages++) {
    const swept = yield* sweepPage(reader, at, readFrom, now, again);
    threads.push(...swept.threads);
    at = { ...at, sweep: swept.sweep };
    if (swept.sweep.at === '') break;
  }
  return { sweep: at.sweep, threads };
}

const isBehind = ({ startedAt, pages, lastPages }: Sweep, now: Date, rescanMs: number): boolean =>
  pages < lastPages * Math.min(1, (now.getTime() - startedAt) / rescanMs);

async function* sweepPage(
  reader: Reader,
  state: State,
  readFrom: Ts,
  now: Date,
  again: Cursor,
): AsyncGenerator<MessageBatch, { sweep: Sweep; threads: readonly Ts[] }> {
  const { at, began, lastBegan, startedAt, pages, lastPages } = state.sweep;
  const isStart = at === '' || at >= readFrom;
  const round = isStart
    ? { began: state.mark, lastBegan: began, startedAt: now.getTime(), pages: 1, lastPages: pages }
    : { began, lastBegan, startedAt, pages: pages + 1, lastPages };
  const upper = isStart ? readFrom : at;
  const page = await reader.history({ oldest: '', latest: upper, next: '' });
  const known = { ...state, mark: round.lastBegan || state.mark, statesFrom: LAST };
  const { found, ...sorted } = await reader.sort(page.messages, null, known);
  const deleted = await goneFrom(reader, page, { upper, present: new Set(found.map(({ id }) => id)) });
  if (sorted.messages.length + sorted.failures.length + deleted.length > 0)
    yield { ...nothing, ...sorted, deleted, cursor: again };
  const lowest = page.messages.reduce((min, { ts }) => earlier(min, ts), readFrom);
  const threads = [...(await unreadThreads(reader, threadsIn(page.messages), state))];
  return { sweep: { ...round, at: page.hasMore ? lowest : '' }, threads };
}

const latestOf = (messages: readonly SlackMessage[], min: Ts): Ts =>
  messages.reduce((latest, message) => later(later(latest, message.ts), editedOf(message)), min);

interface ThreadsRead {
  /** The latest answers known by now. */
  latest: Map<Ts, Ts>;
  /** Latest answers of threads that were not read: older ones may be in any of them. */
  skipped: Ts[];
  deleted: RemoteId[];
}

async function* readThreads(
  reader: Reader,
  state: State,
  windowStart: Ts,
  { top, below, found, again }: { top: Top; below: readonly Ts[]; found: Found[]; again: Cursor },
): AsyncGenerator<MessageBatch, ThreadsRead> {
  const latest = new Map(top.threads);
  const deleted: RemoteId[] = [];
  for (const [thread, reply] of state.active) {
    // Its first message is below the read ones; otherwise it would appear if it still had answers.
    if (thread <= top.readFrom) latest.set(thread, reply);
  }
  const unread = await unreadThreads(reader, latest, state);
  const known = [...latest.keys()].filter((thread) => !unread.has(thread) && latest.get(thread)! > windowStart);
  known.sort((one, other) => (latest.get(one)! > latest.get(other)! ? -1 : 1));
  const { threads: maxThreads } = top.isLimited ? sparing : usual;
  const chosen = new Set([...unread, ...below, ...known.slice(0, maxThreads)]);
  for (const thread of chosen) {
    // Older answers of a followed thread are known.
    const oldest = state.active.has(thread) ? earlier(windowStart, state.newest) : '';
    let newest = '';
    for (let next: string | null = null; next !== ''; ) {
      const page = await readThread(reader, thread, { oldest, next: next ?? '' }, state);
      const { messages, failures } = page.batch;
      if (messages.length + failures.length > 0) yield { ...nothing, messages, failures, cursor: again };
      found.push(...page.found);
      deleted.push(...page.batch.deleted);
      newest = later(newest, page.latest);
      next = page.next;
    }
    if (newest !== '') latest.set(thread, newest);
    else if (oldest === '') latest.delete(thread);
  }
  const skipped = [...latest].filter(([thread]) => !chosen.has(thread)).map(([, reply]) => reply);
  return { latest, skipped, deleted };
}

/**
 * Message times are stored in milliseconds, so one that shares its millisecond with the first unread message is left
 * out.
 */
function presentOf(found: readonly Found[], since: Ts): NonNullable<MessageBatch['present']> {
  if (since === '') return { since: null, ids: found.map(({ id }) => id) };
  const from = new Date(timeOf(since).getTime() + 1);
  return { since: from, ids: found.filter(({ ts }) => timeOf(ts) >= from).map(({ id }) => id) };
}

function statesOf(found: readonly Found[], since: Ts): Pick<State, 'states' | 'statesFrom'> {
  const newest = found.toSorted((one, other) => (one.ts > other.ts ? -1 : 1));
  const dropped = newest[maxStates]?.ts ?? FIRST;
  const states = new Set(newest.slice(0, maxStates).map(({ state }) => state));
  return { states, statesFrom: later(later(since, dropped), FIRST) };
}

/** Recently answered threads, and the latest answer of those that exceed the limit. */
export function activeOf(
  latest: ReadonlyMap<Ts, Ts>,
  windowStart: Ts,
  forgotten: Ts,
): Pick<State, 'active' | 'forgotten'> {
  const recent = [...latest].filter(([, reply]) => reply > windowStart);
  recent.sort(([, one], [, other]) => (one > other ? -1 : 1));
  return { active: new Map(recent.slice(0, maxActive)), forgotten: later(forgotten, recent[maxActive]?.[1] ?? '') };
}

export const windowStartAt = (now: Date): Ts => tsAt(new Date(now.getTime() - WINDOW_MS));
