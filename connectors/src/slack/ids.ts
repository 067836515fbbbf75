import { ConnectorError } from '../kit/errors.ts';
import type { RemoteId } from '../kit/session.ts';

/** Slack's time of a message, which is its id in a channel: '1731662400.000100'. Sorts as text. */
export type Ts = string;

/** A time after every message. */
export const LAST: Ts = '9999999999.999999';

/** Above this, microseconds are no longer exact; it is in the year 2255. */
const maxSeconds = 9_000_000_000;

export const isTs = (value: unknown): value is Ts =>
  typeof value === 'string' && /^\d{10}\.\d{6}$/.test(value) && Number(value.slice(0, 10)) < maxSeconds;

const isChannel = (text: string) => /^[A-Z][A-Z0-9]{1,30}$/.test(text);

export const later = (one: Ts, other: Ts): Ts => (one > other ? one : other);
export const earlier = (one: Ts, other: Ts): Ts => (one < other ? one : other);

export const timeOf = (ts: Ts): Date => new Date(Math.floor(microsOf(ts) / 1000));
export const tsAt = (date: Date): Ts => tsOf(Math.max(0, date.getTime()) * 1000);
export const dayOf = (ts: Ts): string => timeOf(ts).toISOString().slice(0, 10);

/** A short form for cursors; '' stays ''. */
export const packTs = (ts: Ts): string => (ts === '' ? '' : microsOf(ts).toString(36));
export const unpackTs = (text: string): Ts => (text === '' ? '' : tsOf(Number.parseInt(text, 36)));

function microsOf(ts: Ts): number {
  return Number(ts.slice(0, 10)) * 1_000_000 + Number(ts.slice(11));
}

function tsOf(micros: number): Ts {
  const seconds = Math.floor(micros / 1_000_000);
  return `${String(seconds).padStart(10, '0')}.${String(micros % 1_000_000).padStart(6, '0')}`;
}

/** The id of a message in a channel, or of an answer in a thread of it. */
export function messageId(channel: string, ts: Ts, thread: Ts | null): RemoteId {
  return (thread === null ? `${channel}/${ts}` : `${channel}/${thread}/${ts}`) as RemoteId;
}

export function readMessageId(id: RemoteId): { channel: string; thread: Ts | null; ts: Ts } {
  const [channel = '', first, second, ...more] = id.split('/');
  const isRight = isChannel(channel) && isTs(first) && (second === undefined || isTs(second)) && more.length === 0;
  if (!isRight) throw new ConnectorError('not_found', 'Slack has no such message');
  return second === undefined ? { channel, thread: null, ts: first } : { channel, thread: first, ts: second };
}

export function readChannelId(id: RemoteId): string {
  if (!isChannel(id)) throw new ConnectorError('not_found', 'Slack has no such channel');
  return id;
}
