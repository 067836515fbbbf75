import type { Ts } from './types.ts';

const MICROS = 1_000_000;

/** From microseconds since 1970. */
export function tsOf(micros: number): Ts {
  return `${String(Math.floor(micros / MICROS)).padStart(10, '0')}.${String(micros % MICROS).padStart(6, '0')}`;
}

/** Microseconds since 1970; null where it is not a time. Slack also takes whole seconds, and fewer digits. */
export function microsOf(text: string): number | null {
  const parts = /^(\d{1,10})(?:\.(\d{1,6}))?$/.exec(text);
  return parts ? Number(parts[1]) * MICROS + Number((parts[2] ?? '').padEnd(6, '0')) : null;
}
