import type { MessageBatch } from '../../kit/threads.ts';
import { earlier } from '../ids.ts';
import { cursorOf, type State } from './cursor.ts';
import type { Reader } from './reader.ts';
import { activeOf, windowStartAt } from './rescan.ts';
import { readThread, threadsIn, unreadThreads } from './threads.ts';

/** Reads older messages, newest first, with the threads that begin among them; one batch for each call to Slack. */
export async function* fillIn(reader: Reader, start: State, now: Date): AsyncGenerator<MessageBatch, State> {
  let state = start;
  while (state.fill) {
    const step = state.fill.threads.length > 0 ? nextThread(reader, state, now) : nextPage(reader, state);
    const { batch, next } = await step;
    state = next;
    yield { marked: [], ...batch, cursor: cursorOf(state) };
  }
  return state;
}

interface Step {
  batch: Pick<MessageBatch, 'messages' | 'deleted' | 'failures'>;
  next: State;
}

async function nextPage(reader: Reader, state: State): Promise<Step> {
  const fill = state.fill!;
  const page = await reader.history({ oldest: fill.until, latest: fill.latest, next: fill.next });
  const messages = page.messages.filter(({ ts }) => ts > fill.until && ts < fill.latest);
  const { found: _, ...sorted } = await reader.sort(messages, null, state);
  const threads = [...(await unreadThreads(reader, threadsIn(messages), state))];
  const isLast = !page.hasMore || page.messages.some(({ ts }) => ts <= fill.until);
  const latest = messages.reduce((min, { ts }) => earlier(min, ts), fill.latest);
  return {
    batch: { ...sorted, deleted: [] },
    next: ended({ ...state, fill: { ...fill, next: page.next, latest, threads, isLast } }),
  };
}

async function nextThread(reader: Reader, state: State, now: Date): Promise<Step> {
  const fill = state.fill!;
  const [thread, ...others] = fill.threads;
  const { batch, latest, next } = await readThread(reader, thread!, { oldest: '', next: fill.reply }, state);
  const active = new Map(state.active);
  if (latest !== '') active.set(thread!, latest);
  const rest = next === '' ? { threads: others, reply: '' } : { threads: fill.threads, reply: next };
  const followed = activeOf(active, windowStartAt(now), state.forgotten);
  return { batch, next: ended({ ...state, ...followed, fill: { ...fill, ...rest } }) };
}

const ended = (state: State): State =>
  state.fill?.isLast && state.fill.threads.length === 0 ? { ...state, fill: null, isAnew: false } : state;
