import { expect, it } from 'vitest';
import { ConnectorError } from './errors.ts';

it('cuts a server’s error message to one line', () => {
  const { message } = new ConnectorError('unavailable', `It says: no\0\n${'💥'.repeat(100_000)}`);
  expect(message).toMatch(/^It says: no 💥+/u);
  expect(message.length).toBeLessThanOrEqual(501);
  expect(message.isWellFormed()).toBe(true);
});
