import { documents } from '@sheaf/contract';
import { colleagueOf } from '../setup/colleagues.ts';
import { upload } from '../setup/documents.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, test, toast } from '../setup/test.ts';

test('a group is created, shared with, deleted and restored', { tag: '@sound' }, async ({ page }) => {
  const owner = await newPerson({ name: 'Olga Owner' });
  const kim = await colleagueOf(owner, 'Kim Colleague');
  const id = await upload(owner, 'plan.txt', 'A plan');
  const seen = () => kim.there(documents.get, { params: { id } });
  await enterAs(page, owner);
  await page.goto('/members');
  await page.getByRole('navigation', { name: 'Team' }).getByRole('link', { name: 'Groups' }).click();
  await expect(page.getByRole('row', { name: /Everyone in the workspace/ })).toContainText('2');
  await page.getByRole('button', { name: 'Create group' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Design');
  await page.keyboard.press('Enter');

  // The dialog for its members opens at once.
  const people = page.getByRole('dialog', { name: 'Design' });
  await expect(people.getByText('No people in this group yet.')).toBeVisible();
  await people.getByPlaceholder('Add people by name or email').fill('kim');
  await page.getByRole('option', { name: 'Kim Colleague' }).click();
  await expect(people.getByRole('list', { name: 'People in Design' })).toContainText(kim.email);
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(people).toBeHidden();
  await expect(page.getByRole('row', { name: /Design/ })).toContainText('1');

  await page.goto(`/directory?preview=${id}`);
  await page.getByRole('dialog', { name: 'plan.txt' }).getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share "plan.txt"' });
  await dialog.getByPlaceholder('Type to search').click();
  await expect(page.getByRole('option').first()).toContainText('Everyone in the workspace');
  await page.getByRole('option', { name: 'Design' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect((await seen()).data.name).toBe('plan.txt');
  await page.getByRole('dialog', { name: 'plan.txt' }).getByRole('button', { name: 'Share' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: owner.email })).toContainText('Owner');
  await expect(dialog.getByRole('listitem').filter({ hasText: '1 person' }).getByRole('combobox')).toHaveValue('view');
  await expect(dialog.getByRole('listitem').filter({ hasText: kim.email })).toContainText('Through group “Design”');
  await expect(dialog.getByRole('button', { name: 'Remove access for Kim Colleague' })).toBeHidden();
  await expectSound(page);

  await page.goto('/members/groups');
  await page.getByRole('button', { name: 'Actions for Design' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete “Design”?' }).getByRole('button', { name: 'Delete group' }).click();
  const undo = toast(page, 'Group “Design” deleted').getByRole('button', { name: 'Undo' });
  // Under the pointer it stays.
  await undo.hover();
  await expect(page.getByRole('row', { name: /Design/ })).toBeHidden();
  await expect(seen()).rejects.toMatchObject({ status: 404 });
  await undo.click();
  await expect(page.getByRole('row', { name: /Design/ })).toBeVisible();
  expect((await seen()).data.name).toBe('plan.txt');
});
