import { organizations } from '@sheaf/contract';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, stored, test, toast } from '../setup/test.ts';

test('a second workspace is created, switched to and back', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson({ name: 'Mira Novak' });
  await enterAs(page, person);
  await page.goto('/directory');
  await page.getByRole('button', { name: /Profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Add organization' }).click();
  await page.getByLabel('Name').fill('Second home');
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await expect(toast(page, 'You’re now in Second home')).toBeVisible();
  await expect(page).toHaveURL(/\/directory$/);
  await expect(page.getByRole('button', { name: /^Workspace: Second home/ })).toBeVisible();
  const { new_org_id } = await stored(page);
  const made = (await person.call(organizations.list)).data.find(({ name }) => name === 'Second home')!;
  expect(new_org_id).toBe(made.id);
  await page.getByRole('button', { name: /Profile menu/ }).click();
  await page.getByRole('menuitemradio').filter({ hasText: "Mira Novak's workspace" }).click();
  await expect(page.getByRole('button', { name: /^Workspace: Mira Novak/ })).toBeVisible();
  await expect(page).toHaveURL(/\/directory$/);
  expect((await stored(page)).new_org_id).not.toBe(made.id);
});

test('a workspace is renamed, deleted by its name, and restored', async ({ page }) => {
  const person = await newPerson({ name: 'Otto Weber' });
  await enterAs(page, person);
  await page.goto('/settings/workspace');
  await page.getByLabel('Name', { exact: true }).fill('Weber & Sons');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, /saved/i)).toBeVisible();
  await page.getByRole('button', { name: 'Delete workspace' }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: /Delete/ });
  await dialog.getByRole('textbox').fill('Weber');
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill('Weber & Sons');
  await confirm.click();
  // Without any workspace, the only option is to create one.
  await expect(page).toHaveURL(/\/organization-create$/);
  await page.getByRole('button', { name: 'Restore Weber & Sons' }).click();
  await expect(page).toHaveURL(/\/directory$/);
  expect((await person.call(organizations.list)).data).toMatchObject([{ name: 'Weber & Sons' }]);
});
