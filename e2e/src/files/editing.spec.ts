import { documents, sharing } from '@sheaf/contract';
import { colleagueOf } from '../setup/colleagues.ts';
import { chooseFromMenu, upload } from '../setup/documents.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, test } from '../setup/test.ts';

test('editors change the contents of a shared folder, and viewers get no actions for it', async ({ page }) => {
  const owner = await newPerson({ name: 'Olga Owner' });
  const kim = await colleagueOf(owner, 'Kim Colleague');
  const { data: folder } = await owner.call(documents.createFolder, { body: { name: 'Plans', parent_id: null } });
  const id = await upload(owner, 'plan.txt', 'A plan');
  await owner.call(documents.change, { params: { id }, body: { parent_id: folder.id } });
  await enterAs(page, owner);
  await page.goto('/directory?place=my-files');
  await chooseFromMenu(page, 'Plans', 'Share');
  const dialog = page.getByRole('dialog', { name: 'Share "Plans"' });
  await dialog.getByPlaceholder('Type to search').fill('kim');
  await page.getByRole('option', { name: 'Kim Colleague' }).click();
  await dialog.getByLabel('Access of the chosen members').selectOption('Can edit');
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await enterAs(page, kim);
  await page.goto(`/directory?org=${kim.organizationId}&place=shared&in=${folder.id}`);
  await chooseFromMenu(page, 'plan.txt', 'Rename');
  await page.getByRole('dialog').getByLabel('Name').fill('final.txt');
  await page.keyboard.press('Enter');
  await expect(page.getByText('final.txt', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('menuitem', { name: 'New folder' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('From Kim');
  await page.keyboard.press('Enter');
  await expect(page.getByText('From Kim', { exact: true }).first()).toBeVisible();
  await expectSound(page);
  const { data } = await owner.call(documents.list, { query: { owner: 'me', sort: 'name' } });
  expect(data.map(({ name }) => name)).toEqual(['final.txt', 'From Kim', 'Plans']);

  const [shared] = (await owner.call(sharing.members, { params: { documentId: folder.id } })).data;
  const body = { inviting_ids: [shared!.id], document_ids: [folder.id], permission: 'view' as const };
  await owner.call(sharing.share, { body });
  await page.reload();
  await expect(page.getByText('final.txt', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload' })).toHaveCount(0);
});
