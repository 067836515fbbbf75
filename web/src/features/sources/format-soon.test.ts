import { expect, it } from 'vitest';
import { formatSoon } from './format-soon.ts';

const now = Date.parse('2026-03-10T12:00:00Z');

it.each([
  ['2026-03-10T11:59:00Z', 'in less than a minute'],
  ['2026-03-10T12:00:30Z', 'in 1 minute'],
  ['2026-03-10T12:05:00Z', 'in 5 minutes'],
  ['2026-03-10T14:00:00Z', 'in 2 hours'],
  ['2026-03-11T12:00:00Z', 'tomorrow'],
])('%s → %s', (iso, text) => expect(formatSoon(iso, now)).toBe(text));
