import type { Price } from '../objects/types.ts';

/** The date a number of months or years after the anchor; the 31st becomes the last day of a shorter month. */
export function after(anchor: number, { interval }: NonNullable<Price['recurring']>, count: number): number {
  const date = new Date(anchor * 1000);
  const month = date.getUTCMonth() + count * (interval === 'year' ? 12 : 1);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const moved = new Date(date);
  moved.setUTCDate(1);
  moved.setUTCFullYear(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), lastDay));
  return moved.getTime() / 1000;
}

/** The end of the period that starts at `start`, on the anchor’s cycle. */
export function periodEnd(anchor: number, recurring: NonNullable<Price['recurring']>, start: number): number {
  if (start < anchor) return anchor;
  const length = after(anchor, recurring, 1) - anchor;
  let times = Math.max(0, Math.floor((start - anchor) / length) - 1);
  while (after(anchor, recurring, times) <= start) times++;
  return after(anchor, recurring, times);
}
