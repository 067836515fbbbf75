import { randomFillSync } from 'node:crypto';

const bytes = Buffer.alloc(16);
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (value: string): boolean => uuid.test(value);

const perMillisecond = 0x1000;
const clockSetBackMs = 1_000;
let latest = { time: 0, count: 0 };

/** The time and the counter within its millisecond: always later than the one before, unless the clock was set back. */
function nextMoment(): typeof latest {
  const now = Date.now();
  const { time, count } = latest;
  if (now > time || now < time - clockSetBackMs) return { time: now, count: 0 };
  return count + 1 < perMillisecond ? { time, count: count + 1 } : { time: time + 1, count: 0 };
}

/**
 * A UUIDv7: 48 bits of milliseconds, 12 bits that count within one, then random bits. Ids of one process sort by
 * creation, those of several by the millisecond. (PostgreSQL has none before 18.)
 */
export function newId(): string {
  latest = nextMoment();
  randomFillSync(bytes, 8);
  bytes.writeUIntBE(latest.time, 0, 6);
  bytes.writeUInt16BE(0x7000 | latest.count, 6);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const lastTime = 0xffff_ffff_ffff;

/** The smallest id of a time: everything made then or later has a greater one. */
export function idAt(time: Date): string {
  const hex = Math.min(Math.max(0, time.getTime()), lastTime).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
