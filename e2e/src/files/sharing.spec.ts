import { documents, sharing } from '@sheaf/contract';
import { colleagueOf } from '../setup/colleagues.ts';
import { upload } from '../setup/documents.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, test, tick } from '../setup/test.ts';

test('a document is shared with members found by typing, and their access is removed', { tag: '@sound' }, async ({
  page,
}) => {
  const owner = await newPerson({ name: 'Olga Owner' });
  const kim = await colleagueOf(owner, 'Kim Colleague');
  await colleagueOf(owner, 'Lee Colleague');
  const id = await upload(owner, 'plan.txt', 'A plan');
  await enterAs(page, owner);
  await page.goto(`/directory?preview=${id}`);
  await page.getByRole('dialog', { name: 'plan.txt' }).getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share "plan.txt"' });

  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByPlaceholder('Type to search').fill('nobody');
  await expect(dialog.getByText('No members found.')).toBeVisible();
  await expectSound(page);
  await dialog.getByPlaceholder('Type to search').fill('kim');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.getByRole('option', { name: 'Kim Colleague' }).click();
  await expect(dialog.getByRole('list', { name: 'Chosen members' })).toContainText(kim.email);
  // The list stays open for the next person, with the rest of the dialog below it.
  await expect(page.getByRole('listbox')).toBeVisible();
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('dialog', { name: 'plan.txt' }).getByRole('button', { name: 'Share' }).click();
  await expect(dialog.getByRole('button', { name: 'Remove access for Kim Colleague' })).toBeVisible();
  expect((await kim.there(documents.get, { params: { id } })).data.name).toBe('plan.txt');

  await dialog.getByRole('button', { name: 'Remove access for Kim Colleague' }).click();
  const confirm = page.getByRole('dialog', { name: 'Remove access' });
  await expect(confirm).toContainText('This will remove access to Kim Colleague');
  await confirm.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(confirm).toBeHidden();
  await dialog.getByRole('button', { name: 'Remove access for Kim Colleague' }).click();
  await expectSound(page);
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await expect(confirm).toBeHidden();
  await expect(dialog.getByText('Only you have access in Sheaf.')).toBeVisible();
  await expect(kim.there(documents.get, { params: { id } })).rejects.toMatchObject({ status: 404 });
});

test('access through a folder is shown, and removed at the folder', async ({ page }) => {
  const owner = await newPerson({ name: 'Olga Owner' });
  const kim = await colleagueOf(owner, 'Kim Colleague');
  const name = `Plans_${'x'.repeat(150)}`;
  const { data: folder } = await owner.call(documents.createFolder, { body: { name, parent_id: null } });
  const id = await upload(owner, 'plan.txt', 'A plan');
  await owner.call(documents.change, { params: { id }, body: { parent_id: folder.id } });
  const { id: kimId } = (
    await owner.call(sharing.others, { params: { documentId: folder.id }, query: { search: 'kim' } })
  ).data[0]!;
  await owner.call(sharing.share, { body: { inviting_ids: [kimId], document_ids: [folder.id] } });
  expect((await kim.there(documents.get, { params: { id } })).data.own).toBe(false);
  await enterAs(page, owner);
  await page.goto(`/directory?preview=${id}`);
  await page.getByRole('dialog', { name: 'plan.txt' }).getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share "plan.txt"' });
  await expect(dialog.getByText(`Through folder “${name}”`)).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Remove access/ })).toHaveCount(0);
  // A long folder name must not push out the person's name.
  const placeOf = async (text: string) => (await page.getByText(text, { exact: true }).last().boundingBox())!;
  expect((await placeOf(kim.email)).height).toBeLessThan(60);
  await page.keyboard.press('Escape');
  const details = page.getByRole('dialog', { name: 'plan.txt' });
  await details.getByRole('tab', { name: 'File Details' }).click();
  await expect(details.getByText(`Through folder “${name}”`)).toBeVisible();
  expect((await placeOf(kim.email)).height).toBeLessThan(60);
  const { x, width } = await placeOf(`My files › ${name}`);
  expect(x + width).toBeLessThan(1440);
});

test('several documents are shared together, and access to all of them is removed at once', {
  tag: '@long',
}, async ({ page }) => {
  const owner = await newPerson({ name: 'Olga Owner' });
  const kim = await colleagueOf(owner, 'Kim Colleague');
  const ids = [await upload(owner, 'one.txt', 'one'), await upload(owner, 'two.txt', 'two')];
  const { id: kimId } = (
    await owner.call(sharing.others, { params: { documentId: ids[0]! }, query: { search: 'kim' } })
  ).data[0]!;
  await owner.call(sharing.share, { body: { inviting_ids: [kimId], document_ids: [ids[0]!] } });
  await enterAs(page, owner);
  await page.goto('/directory');
  await tick(page.getByLabel('Select all on this page'));
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share 2 documents' });
  await expect(dialog.getByText('1 of 2')).toBeVisible();
  await expectSound(page);

  await dialog.getByPlaceholder('Type to search').fill('kim');
  await page.getByRole('option', { name: 'Kim Colleague' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect((await kim.there(documents.list)).pagination.total).toBe(2);

  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Share' }).click();

  await dialog.getByRole('button', { name: 'Remove access for Kim Colleague' }).click();
  await page.getByRole('dialog', { name: 'Remove access' }).getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByText('Only you have access in Sheaf.')).toBeVisible();
  expect((await kim.there(documents.list)).pagination.total).toBe(0);
});

test('shared documents can be filtered by source, also by a person without apps', { tag: '@long' }, async ({
  page,
}) => {
  const owner = await newPerson({ name: 'Olga Owner' });
  const kim = await colleagueOf(owner, 'Kim Colleague');
  const id = await upload(owner, 'plan.txt', 'A plan');
  const { id: kimId } = (await owner.call(sharing.others, { params: { documentId: id }, query: { search: 'kim' } }))
    .data[0]!;
  await owner.call(sharing.share, { body: { inviting_ids: [kimId], document_ids: [id] } });
  await enterAs(page, kim, { show: '1', org_id: kim.organizationId });
  await page.goto('/directory');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('button', { name: 'App', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'My files' }).click();
  await expect(page).toHaveURL('/directory?source_id=uploads');
  await expect(page.locator('[data-id]')).toHaveCount(1);
});

test('a selection with somebody else’s file is shared without that file', { tag: '@long' }, async ({ page }) => {
  const owner = await newPerson({ name: 'Olga Owner' });
  const kim = await colleagueOf(owner, 'Kim Colleague');
  const id = await upload(owner, 'plan.txt', 'A plan');
  const { id: kimId } = (await owner.call(sharing.others, { params: { documentId: id }, query: { search: 'kim' } }))
    .data[0]!;
  await owner.call(sharing.share, { body: { inviting_ids: [kimId], document_ids: [id] } });
  await kim.there(documents.createFolder, { body: { name: 'Mine', parent_id: null } });
  await enterAs(page, kim, { show: '1', org_id: kim.organizationId });
  await page.goto('/directory');
  await tick(page.getByLabel('Select all on this page'));
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await expect(bar.getByTitle('1 belongs to someone else.')).toHaveText(['Share 1 of 2', 'Switch cloud 1 of 2']);
  await bar.getByRole('button', { name: 'Share 1 of 2' }).click();
  await expect(page.getByRole('dialog', { name: 'Share "Mine"' })).toBeVisible();
  await expectSound(page);
});
