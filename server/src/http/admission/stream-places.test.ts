import { expect, it } from 'vitest';
import { createStreamPlaces } from './stream-places.ts';

const refused = expect.objectContaining({
  code: 'rate_limited',
  message: 'Too many.',
  details: { retryAfter: 5, limit: 'streams at once' },
});

it('gives each caller and all together so many places, at once, and each back once', () => {
  const { take, count } = createStreamPlaces({ each: 2, all: 3, message: 'Too many.', retryAfter: 5 });
  const [first] = [take('ada'), take('ada')];
  expect(() => take('ada')).toThrow(refused);
  take('grace');
  // Hers are not all taken, but those of all are.
  expect(() => take('grace')).toThrow(refused);
  first();
  first();
  expect(count()).toBe(2);
  take('grace');
  expect(() => take('ada')).toThrow(refused);
});
