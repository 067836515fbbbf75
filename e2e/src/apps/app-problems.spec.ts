import { sources } from '@sheaf/contract';
import { card, connect, sync } from '../setup/apps.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, test } from '../setup/test.ts';

test('an account whose app is out of order says so in plain words, and when Sheaf tries again', async ({ page }) => {
  const person = await newPerson();
  await sync(person, await connect(person, 'dropbox', 'bruno'), { file_mode: 'none' });
  // The clouds are shared with other tests, so only the answer about this account is changed.
  const { data, pagination } = await person.call(sources.accounts);
  const failed = {
    status: 'error',
    problem: 'Dropbox isn’t responding properly right now.',
    next_sync_at: new Date(Date.now() + 600_000).toISOString(),
  };
  await page.route('/api/user/sources-accounts*', (route) =>
    route.fulfill({ json: { data: data.map((account) => ({ ...account, ...failed })), pagination } }),
  );
  await enterAs(page, person);
  await page.goto('/apps');
  await expect(card(page, 'bruno@example.com')).toContainText(
    /Dropbox isn’t responding properly right now\. Sheaf tries again at \d\d:\d\d\./,
  );
});
