import { sources } from '@sheaf/contract';
import { card, connect, sync } from '../setup/apps.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, inBackground, test } from '../setup/test.ts';

test('an account whose app has an outage says so in plain words, and when Sheaf tries again', {
  tag: '@long',
}, async ({ page }) => {
  const person = await newPerson();
  const connected = await connect(person, 'box', 'bruno');
  const { account, cloud } = connected;
  // A folder of its own: other tests share the cloud.
  const name = `Out of order ${Date.now()}`;
  await cloud('mkdir', { person: 'bruno', path: name });
  const body = { source_account_id: account.id, kind: 'files' } as const;
  const listed = (await person.call(sources.files, { body })).data;
  const { id } = (listed as { id: string; name: string }[]).find((one) => one.name === name)!;
  const path = `/2.0/folders/${id.split(':').at(-1)}`;
  // Longer than a sync waits.
  await cloud('fail', { path, times: 1000, action: { kind: 'status', status: 503, retryAfter: 3600 } });
  await sync(person, connected, { file_mode: 'selected', file_selected_folders: [{ id, name }] });

  await enterAs(page, person);
  await page.goto('/apps');
  await expect(card(page, 'bruno@example.com')).toContainText(
    /Box isn’t responding properly right now\. Sheaf tries again at \d\d:\d\d\./,
    inBackground,
  );
  await cloud('clearFaults', { path });
  await card(page, 'bruno@example.com').getByRole('button', { name: 'Sync now' }).click();
  await expect(card(page, 'bruno@example.com').getByText('Connected', { exact: true })).toBeVisible(inBackground);
});
