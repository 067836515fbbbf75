import { contract } from '@sheaf/contract';
import { card, connect, sandboxPages, sync } from '../setup/apps.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, inBackground, test, tick, toast } from '../setup/test.ts';

const { documents } = contract;

test('SharePoint libraries are allowed after connecting: refused by the company first, then synced', {
  tag: '@long',
}, async ({ page, problems }) => {
  problems.expect(sandboxPages);
  const person = await newPerson();
  const connected = await connect(person, 'onedrive', 'bruno');
  await connected.cloud('requireAdminConsent', {});
  await sync(person, connected);
  await enterAs(page, person);
  await page.goto('/apps');
  const account = card(page, 'bruno@example.com');
  const settings = page.getByRole('dialog', { name: 'Sync settings' });
  await account.getByRole('button', { name: 'Sync settings' }).click();
  await expect(settings).toContainText('SharePoint libraries and shared folders');
  await expectSound(page);
  await settings.getByRole('button', { name: 'Allow access' }).click();
  await expect(page.getByText('Read items in all site collections')).toBeVisible();
  await tick(page.getByLabel(/Bruno Costa/));
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByRole('link', { name: /without granting consent/ }).click();
  await expect(page.getByRole('heading', { name: 'Access wasn’t granted' })).toBeVisible();
  await expect(page.getByText(/stays connected and keeps syncing as before.*administrator/)).toBeVisible();

  // The administrator allows it.
  await connected.cloud('requireAdminConsent', { scopes: [] });
  await page.getByRole('button', { name: 'Try again' }).click();
  await tick(page.getByLabel(/Bruno Costa/));
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(toast(page, 'Access allowed: SharePoint libraries and shared folders')).toBeVisible();
  await expect(settings).toContainText('Allowed');
  await expect(settings.getByRole('button', { name: 'Allow access' })).toBeHidden();
  await settings.getByRole('button', { name: 'Save' }).click();
  const found = async () =>
    (await person.call(documents.list, { query: { search: 'Harbour project - Drawings' } })).data.map(
      ({ name }) => name,
    );
  await expect.poll(found, inBackground).toContain('Harbour project - Drawings');
});
