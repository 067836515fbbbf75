import { expect, it } from 'vitest';
import { parseDay } from './parse-day.ts';

it('reads the day before the month, as dates are shown', () => {
  expect(parseDay('05/03/2026')).toBe('2026-03-05');
  expect(parseDay(' 5.3.2026 ')).toBe('2026-03-05');
  expect(parseDay('2026-3-5')).toBe('2026-03-05');
});

it('rejects invalid days', () => {
  for (const typed of ['', 'soon', '13/2026', '31/02/2026', '03/25/2026', '1/1/1/2026', '1/1/20'])
    expect(parseDay(typed), typed).toBeNull();
});
