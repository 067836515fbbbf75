import { documents, invites, sharing } from '@sheaf/contract';
import { expectSound } from './looks.ts';
import { mailTo } from './mailbox.ts';
import { callAs, enterAs, newPerson, type Person } from './people.ts';
import { expect, test } from './test.ts';
import { upload } from './upload.ts';

/** Joins the owner's workspace; calls are made there. */
async function colleagueOf(owner: Person, name: string) {
  const colleague = await newPerson({ name });
  await owner.call(invites.create, { body: { email: colleague.email } });
  const slug = /\/accept-member-invite\/(\S+)/.exec((await mailTo(colleague.email, /invites you to/)).text)![1]!;
  const { organization_id } = (await colleague.call(invites.accept, { body: { slug } })).data;
  return {
    ...colleague,
    organizationId: organization_id,
    there: callAs(colleague.token, { Organization: organization_id }),
  };
}

test('a document is shared with members found by typing, and access is taken back', async ({ page, problems }) => {
  problems.expect(/^404 GET \/storage\/thumbnails\//);
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
  await dialog.getByPlaceholder('Type to search').fill('kim');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.getByRole('option', { name: 'Kim Colleague' }).click();
  await expect(dialog.getByRole('list', { name: 'Chosen members' })).toContainText(kim.email);
  await page.keyboard.press('Escape');
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('button', { name: 'Remove access of Kim Colleague' })).toBeVisible();
  expect((await kim.there(documents.get, { params: { id } })).data.name).toBe('plan.txt');

  await dialog.getByRole('button', { name: 'Remove access of Kim Colleague' }).click();
  const confirm = page.getByRole('dialog', { name: 'Remove access' });
  await expect(confirm).toContainText('This will remove access to Kim Colleague');
  await confirm.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(confirm).toBeHidden();
  await dialog.getByRole('button', { name: 'Remove access of Kim Colleague' }).click();
  await expectSound(page);
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await expect(confirm).toBeHidden();
  await expect(dialog.getByText('Only you, so far.')).toBeVisible();
  await expect(kim.there(documents.get, { params: { id } })).rejects.toMatchObject({ status: 404 });
});

test('what a folder brings is told, and taken back at the folder', async ({ page }) => {
  const owner = await newPerson({ name: 'Olga Owner' });
  const kim = await colleagueOf(owner, 'Kim Colleague');
  const name = `Plans_${'x'.repeat(150)}`;
  const { data: folder } = await owner.call(documents.createFolder, { body: { name, parent_id: null } });
  const id = await upload(owner, 'plan.txt', 'A plan');
  await owner.call(documents.change, { params: { id }, body: { parent_id: folder.id } });
  const { id: kimId } = (await owner.call(sharing.others, { params: { documentId: folder.id } })).data[0]!;
  await owner.call(sharing.share, { body: { inviting_ids: [kimId], document_ids: [folder.id] } });
  expect((await kim.there(documents.get, { params: { id } })).data.own).toBe(false);
  await enterAs(page, owner);
  await page.goto(`/directory?preview=${id}`);
  await page.getByRole('dialog', { name: 'plan.txt' }).getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share "plan.txt"' });
  await expect(dialog.getByText(`by the folder ${name}`)).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Remove access/ })).toHaveCount(0);
  // However long the folder's name is, the person's has its place.
  const placeOf = async (text: string) => (await page.getByText(text, { exact: true }).last().boundingBox())!;
  expect((await placeOf(kim.email)).height).toBeLessThan(60);
  await page.keyboard.press('Escape');
  const details = page.getByRole('dialog', { name: 'plan.txt' });
  await details.getByRole('tab', { name: 'File Details' }).click();
  await expect(details.getByText(`by the folder ${name}`)).toBeVisible();
  expect((await placeOf(kim.email)).height).toBeLessThan(60);
  const { x, width } = await placeOf(`My files › ${name}`);
  expect(x + width).toBeLessThan(1440);
});

test('several documents are shared together, and access to all of them is taken back at once', async ({ page }) => {
  const owner = await newPerson({ name: 'Olga Owner' });
  const kim = await colleagueOf(owner, 'Kim Colleague');
  const ids = [await upload(owner, 'one.txt', 'one'), await upload(owner, 'two.txt', 'two')];
  const { id: kimId } = (await owner.call(sharing.others, { params: { documentId: ids[0]! } })).data[0]!;
  await owner.call(sharing.share, { body: { inviting_ids: [kimId], document_ids: [ids[0]!] } });
  await enterAs(page, owner);
  await page.goto('/directory');
  await page.getByLabel('Select all on this page').check({ force: true });
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share 2 documents' });
  await expect(dialog.getByText('1 of 2')).toBeVisible();
  await expectSound(page);

  await dialog.getByPlaceholder('Type to search').fill('kim');
  await page.getByRole('option', { name: 'Kim Colleague' }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('1 of 2')).toBeHidden();
  expect((await kim.there(documents.list)).pagination.total).toBe(2);

  await dialog.getByRole('button', { name: 'Remove access of Kim Colleague' }).click();
  await page.getByRole('dialog', { name: 'Remove access' }).getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByText('Only you, so far.')).toBeVisible();
  expect((await kim.there(documents.list)).pagination.total).toBe(0);
});

test('what is shared with somebody without apps can be narrowed down by its source', async ({ page }) => {
  const owner = await newPerson({ name: 'Olga Owner' });
  const kim = await colleagueOf(owner, 'Kim Colleague');
  const id = await upload(owner, 'plan.txt', 'A plan');
  const { id: kimId } = (await owner.call(sharing.others, { params: { documentId: id } })).data[0]!;
  await owner.call(sharing.share, { body: { inviting_ids: [kimId], document_ids: [id] } });
  await enterAs(page, kim, { show: '1', org_id: kim.organizationId });
  await page.goto('/directory');
  await page.getByRole('button', { name: 'Source' }).click();
  await page.getByRole('menuitemradio', { name: 'My files' }).click();
  await expect(page).toHaveURL('/directory?source_id=uploads');
  await expect(page.locator('[data-id]')).toHaveCount(1);
});
