import { describe, expect, it } from 'vitest';
import { formatAgo, formatBytes, initials } from './format.ts';

describe('formatBytes', () => {
  it.each([
    [0, '0 Bytes'],
    [1023, '1023 Bytes'],
    [1024, '1.00 KB'],
    [1536, '1.50 KB'],
    [1024 ** 2 - 1, '1024.00 KB'],
    [5 * 1024 ** 3, '5.00 GB'],
    [1024 ** 8, '1.00 YB'],
    [1024 ** 9, '1024.00 YB'],
  ])('%d → %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
});

describe('initials', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['ada king lovelace', 'AK'],
    ['  Ada   Lovelace ', 'AL'],
    ['Ada', 'A'],
    ['🦊 fox', '🦊F'],
    ['', ''],
  ])('%j → %j', (name, letters) => expect(initials(name)).toBe(letters));
});

describe('formatAgo', () => {
  const now = Date.parse('2026-03-10T12:00:00Z');
  it.each([
    ['2026-03-10T11:59:30Z', 'just now'],
    ['2026-03-10T12:00:05Z', 'just now'],
    ['2026-03-10T11:58:59Z', '1 minute ago'],
    ['2026-03-10T09:00:00Z', '3 hours ago'],
    ['2026-03-09T11:00:00Z', 'yesterday'],
    ['2026-03-05T12:00:00Z', '5 days ago'],
    [new Date(2026, 1, 20, 12).toISOString(), '20 Feb 2026'],
  ])('%s → %s', (iso, text) => expect(formatAgo(iso, now)).toBe(text));
});
