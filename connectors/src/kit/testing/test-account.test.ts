import { afterEach, expect, test } from 'vitest';
import { httpWorld } from './http-world.ts';
import { type TestAccountOptions, testAccount } from './test-account.ts';

const { serve } = httpWorld();
const accounts: ReturnType<typeof testAccount>[] = [];
afterEach(async () => {
  for (const account of accounts.splice(0)) await account.close();
});
function newAccount(options: TestAccountOptions = {}) {
  const account = testAccount(options);
  accounts.push(account);
  return account;
}

test('talks to servers on this machine, unless configured otherwise', async () => {
  const server = await serve((_, response) => response.end('here'));
  const account = newAccount();
  const response = await account.call(() => account.http.send({ url: server.url }));
  expect(await response.text()).toBe('here');
  const socket = await account.dial('127.0.0.1', server.port);
  socket.destroy();
  const guarded = newAccount({ allowPrivate: false });
  await expect(guarded.http.send({ url: server.url })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(guarded.dial('localhost', server.port)).rejects.toMatchObject({ code: 'forbidden' });
});

test('refreshes a rejected token once for all callers', async () => {
  let refreshed = 0;
  const account = newAccount({ token: () => 'one', refresh: (rejected) => `${rejected}+${++refreshed}` });
  expect(await account.token()).toBe('one');
  const asked = [1, 2, 3].map(() => account.token({ rejected: 'one' }));
  expect(await Promise.all(asked)).toEqual(['one+1', 'one+1', 'one+1']);
  expect(await account.token({ rejected: 'one' })).toBe('one+1');
  expect(await account.token()).toBe('one+1');
});

test('remembers fields', async () => {
  const account = newAccount({ fields: { host: 'a', key: '' } });
  await account.remember({ key: 'learned' });
  expect(await account.fields()).toEqual({ host: 'a', key: 'learned' });
  expect(account.remembered).toEqual({ key: 'learned' });
});
