import { readFile } from 'node:fs/promises';
import { contract } from '@sheaf/contract';
import { colleagueOf } from '../setup/colleagues.ts';
import { upload } from '../setup/documents.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, test } from '../setup/test.ts';

test('an owner finds who shared what, and exports it', { tag: '@sound' }, async ({ page }) => {
  const owner = await newPerson({ name: 'Olga Owner' });
  const kim = await colleagueOf(owner, 'Kim Colleague');
  const { data: kimHerself } = await kim.call(contract.auth.user);
  const id = await upload(owner, '=plan.txt', 'A plan');
  await owner.call(contract.sharing.share, { body: { document_ids: [id], inviting_ids: [kimHerself.id] } });
  await enterAs(page, owner);
  await page.goto('/settings/workspace');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit log' }).click();
  const events = page.getByRole('list', { name: 'Events' });
  const shared = events.getByRole('button', { name: 'Olga Owner shared “=plan.txt” with Kim Colleague' });
  await expect(shared).toBeVisible();
  await expect(events.getByRole('button', { name: 'Kim Colleague joined as a member' })).toBeVisible();

  await page.getByRole('combobox', { name: 'Action' }).fill('shared');
  await page.getByRole('option', { name: 'Shared', exact: true }).click();
  await expect(events.getByRole('listitem')).toHaveCount(1);
  await shared.press('Enter');
  await expect(events.getByText(`Olga Owner (${owner.email})`)).toBeVisible();
  await expectSound(page);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`Olga Owner,${owner.email},,Shared,document,'=plan.txt`);
});
