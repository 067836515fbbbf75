import { expect, it } from 'vitest';
import { sandboxKeys } from './keys.ts';

it('makes different keys for each installation, and the same for all its processes', () => {
  const [one, other] = [sandboxKeys(), sandboxKeys()];
  expect(one.stripe.secretKey).toMatch(/^sk_test_[0-9a-f]{32}$/);
  expect(one.stripe.webhookSecret).toMatch(/^whsec_[0-9a-f]{32}$/);
  expect(other.stripe.secretKey).not.toBe(one.stripe.secretKey);
  expect(sandboxKeys('shared').stripe).toEqual(sandboxKeys('shared').stripe);
});

it('recognizes processes that share its key', () => {
  const keys = sandboxKeys('shared');
  expect(keys.isOurs('Bearer shared')).toBe(true);
  expect(['Bearer other', 'shared', '', undefined].map(keys.isOurs)).toEqual([false, false, false, false]);
  expect(sandboxKeys().isOurs(undefined)).toBe(false);
});
