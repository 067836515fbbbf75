import { collections, documents, organizations, sharing } from '@sheaf/contract';
import { colleagueOf } from '../setup/colleagues.ts';
import { chooseFromMenu, upload } from '../setup/documents.ts';
import { expectSound } from '../setup/looks.ts';
import { mailTo } from '../setup/mailbox.ts';
import { origin } from '../setup/origin.ts';
import { callAs, enterAs, newPerson, remember } from '../setup/people.ts';
import { expect, stored, test, toast } from '../setup/test.ts';

/** A person with their own workspace and a share in another one. */
async function shared() {
  const owner = await newPerson({ name: 'Olga Owner' });
  const kim = await colleagueOf(owner, 'Kim Colleague');
  const id = await upload(owner, 'plan.txt', 'A plan');
  const { id: kimId } = (await owner.call(sharing.others, { params: { documentId: id }, query: { search: 'kim' } }))
    .data[0]!;
  await owner.call(sharing.share, { body: { inviting_ids: [kimId], document_ids: [id] } });
  const link = /\S+\/directory\?\S+/.exec((await mailTo(kim.email, /shared “plan.txt” with you/)).text)![0];
  const own = (await kim.call(organizations.list)).data.find((one) => one.id !== kim.organizationId)!.id;
  return { owner, kim, id, link, own };
}

test('the link in a share mail opens the document in its workspace, and stays there', async ({ page }) => {
  const { kim, link, own } = await shared();
  await enterAs(page, kim, { show: '1', org_id: own });
  await page.goto(link);
  await expect(page.getByRole('dialog', { name: 'plan.txt' })).toBeVisible();
  expect((await stored(page)).new_org_id).toBe(kim.organizationId);
  await page.goto('/directory');
  await expect(page.locator('[data-id]').filter({ hasText: 'plan.txt' })).toBeVisible();
});

test('a signed-out person is led to the document after signing in', async ({ page }) => {
  const { kim, link } = await shared();
  await remember(page, { show: '1' });
  await page.goto(link);
  await page.getByLabel('Email').fill(kim.email);
  await page.getByLabel('Password', { exact: true }).fill(kim.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'plan.txt' })).toBeVisible();
});

test('a person outside the workspace sees that they are not a member', { tag: '@long' }, async ({ page }) => {
  const { link } = await shared();
  await enterAs(page, await newPerson());
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'You’re not in this workspace' })).toBeVisible();
  await expectSound(page);
  await page.getByRole('link', { name: 'Go to Directory' }).click();
  await expect(page).toHaveURL('/directory');
});

test('addresses of documents, folders and collections carry the workspace', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  const org = (await person.call(organizations.list)).data[0]!.id;
  const id = await upload(person, 'plan.txt', 'A plan');
  const folder = (await person.call(documents.createFolder, { body: { name: 'Plans', parent_id: null } })).data;
  const collection = (await person.call(collections.create, { body: { name: 'Best of' } })).data;
  await enterAs(page, person);
  await page.goto('/directory');
  await page.locator(`[data-id="${id}"]`).dblclick();
  await expect(page).toHaveURL(`/directory?preview=${id}&org=${org}`);
  await expect(page.getByRole('dialog', { name: 'plan.txt' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/directory');
  await page.locator(`[data-id="${folder.id}"]`).dblclick();
  await expect(page).toHaveURL(`/directory?place=my-files&in=${folder.id}&org=${org}`);
  await page.goto('/directory');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await chooseFromMenu(page, 'plan.txt', 'Copy link');
  await expect(toast(page, 'Link copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`${origin}/directory?preview=${id}&org=${org}`);
  await page.goto(`/collections/${collection.id}`);
  await expect(page).toHaveURL(`/collections/${collection.id}?org=${org}`);

  // The same address, opened by the same person in another workspace of theirs.
  const other = (await person.call(organizations.create, { body: { name: 'Other workspace' } })).data;
  await callAs(person.token, { Organization: other.id })(organizations.info);
  await enterAs(page, person, { show: '1', org_id: other.id });
  await page.goto(`/collections/${collection.id}?org=${org}`);
  await expect(page.getByRole('button', { name: /Best of/ }).first()).toBeVisible();
});
