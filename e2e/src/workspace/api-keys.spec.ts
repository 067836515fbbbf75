import { apiKeys, auth, createClient, keyPattern } from '@sheaf/contract';
import { expectSound } from '../setup/looks.ts';
import { mailTo } from '../setup/mailbox.ts';
import { origin } from '../setup/origin.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, test, tick, toast } from '../setup/test.ts';

const callWith = (key: string) =>
  createClient({ baseUrl: `${origin}/api`, headers: () => ({ Authorization: `Bearer ${key}` }) });

test('an API key is created with the password, shown once, used and revoked', { tag: '@sound' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const person = await newPerson();
  await enterAs(page, person);
  await page.goto('/settings/profile/password-security');
  const section = page.getByRole('region', { name: 'API keys' });
  await expect(section).toContainText('No API keys yet.');
  await expectSound(page);

  await section.getByRole('button', { name: 'Create API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create API key' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expectSound(page);
  await dialog.getByLabel('Name').fill('Nightly backup');
  await tick(dialog.getByLabel('Connect an assistant'));
  await dialog.getByLabel('Expires').selectOption('1 year');
  await dialog.getByLabel('Current password').fill(person.password);
  await dialog.getByRole('button', { name: 'Create API key' }).click();

  const shown = page.getByRole('dialog', { name: 'Copy your API key' });
  const key = await shown.getByRole('group', { name: 'API key' }).innerText();
  expect(key).toMatch(keyPattern);
  await expect(shown.getByRole('group', { name: 'Server address' })).toHaveText(`${origin}/mcp`);
  await shown.getByRole('button', { name: 'Copy: API key' }).click();
  await expect(toast(page, 'API key copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await expectSound(page);
  expect((await callWith(key)(auth.user)).data.email).toBe(person.email);
  await mailTo(person.email, /^A new API key was created/);

  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(shown).toBeHidden();
  const row = section.getByRole('listitem');
  await expect(row).toContainText('Nightly backup');
  await expect(row).toContainText('Read, Connect an assistant');
  await expect(row).toContainText(`${key.slice(0, 10)}…${key.slice(-4)}`);
  expect(await page.content()).not.toContain(key);
  // The last use of a key is recorded after the answer.
  await expect.poll(async () => (await person.call(apiKeys.list)).data[0]?.last_used_at).toBeTruthy();
  await page.reload();
  await expect(row).toContainText('last used just now');
  await expectSound(page);

  await row.getByRole('button', { name: 'Revoke Nightly backup' }).click();
  const confirm = page.getByRole('dialog', { name: 'Revoke “Nightly backup”?' });
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: 'Revoke Nightly backup' }).click();
  await confirm.getByRole('button', { name: 'Revoke key' }).click();
  await expect(toast(page, '“Nightly backup” was revoked')).toBeVisible();
  await expect(section).toContainText('No API keys yet.');
  await expect(callWith(key)(auth.user)).rejects.toMatchObject({ status: 401 });
  expect((await person.call(apiKeys.list)).data).toEqual([]);
});
