import { expect, it } from 'vitest';
import type { Price } from '../objects/types.ts';
import { after, periodEnd } from './period.ts';

const every = (interval: 'month' | 'year'): NonNullable<Price['recurring']> => ({
  interval,
  interval_count: 1,
  meter: null,
  trial_period_days: null,
  usage_type: 'licensed',
});
const time = (text: string) => Date.parse(`${text}T10:30:00Z`) / 1000;

it('keeps the day of the month, if the month has it', () => {
  const anchor = time('2027-01-31');
  const ends = [1, 2, 3, 4].map((times) => after(anchor, every('month'), times));
  expect(ends).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'].map(time));
  expect(after(time('2028-02-29'), every('year'), 1)).toBe(time('2029-02-28'));
});

it('finds the end of every period of a long cycle', () => {
  const anchor = time('2026-10-31');
  let at = anchor;
  for (let times = 1; times <= 60; times++) {
    at = periodEnd(anchor, every('month'), at);
    expect(at).toBe(after(anchor, every('month'), times));
  }
});
