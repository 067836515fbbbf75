import type { ContentQuery } from '../query/search-terms.ts';
import type { Statistics } from '../query/statistics.ts';

/** How many passages a query is expected to match: the share of the rarest word, reduced by the others. */
export function expectedHits({ variants }: ContentQuery, { passages, shares }: Statistics): number {
  if (shares.size === 0) return 0;
  const ofVariants = variants.map((lexemes) => {
    const [rarest = 0, ...others] = lexemes.map((lexeme) => shares.get(lexeme) ?? 0).sort((a, b) => a - b);
    // Words in a document aren't independent: more passages remain than the product of the shares.
    return others.reduce((share, other) => share * Math.sqrt(other), rarest);
  });
  return passages * Math.max(...ofVariants, 0);
}

/** The newest part of the passages: its share, and its days or months (null for all). */
export interface Window {
  share: number;
  keys: number[] | null;
}

const maxMonths = 360;

const dateOf = (day: number) => Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100);
const dayMs = 86_400_000;

export function newestPart({ days }: Statistics, share: number, now: number): Window {
  const whole: Window = { share: 1, keys: null };
  const index = Math.min(Math.max(Math.ceil(share * days.length), 1), days.length) - 1;
  const first = days[index];
  if (share >= 1 || first === undefined || index === days.length - 1) return whole;
  const start = dateOf(first);
  const keys: number[] = [];
  // Fewer keys are faster: days up to the end of a month, then months.
  let day = start;
  for (; new Date(day).getUTCDate() !== 1 && day <= now; day += dayMs) keys.push(numberOf(day));
  for (let month = day; month <= now && keys.length <= maxMonths; month = nextMonth(month))
    keys.push(Math.floor(numberOf(month) / 100));
  return keys.length > maxMonths ? whole : { share: (days.lastIndexOf(first) + 1) / days.length, keys };
}

const numberOf = (time: number): number => Number(new Date(time).toISOString().slice(0, 10).replaceAll('-', ''));
const nextMonth = (time: number): number => {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
};
