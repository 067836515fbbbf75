import { expect, it } from 'vitest';
import { createStreamSlots } from './stream-slots.ts';

const refused = expect.objectContaining({
  code: 'rate_limited',
  message: 'Too many.',
  details: { retryAfter: 5, limit: 'streams at once' },
});

it('limits each caller and all together, and frees each slot once', () => {
  const { take, count } = createStreamSlots({ each: 2, all: 3, message: 'Too many.', retryAfter: 5 });
  const [first] = [take('ada'), take('ada')];
  expect(() => take('ada')).toThrow(refused);
  take('grace');
  // Grace has a slot left, but all together have none.
  expect(() => take('grace')).toThrow(refused);
  first();
  first();
  expect(count()).toBe(2);
  take('grace');
  expect(() => take('ada')).toThrow(refused);
});
