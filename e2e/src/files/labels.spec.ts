import { collections, labels } from '@sheaf/contract';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, test, toast } from '../setup/test.ts';

test('a label is created with a color, renamed, deleted and restored', async ({ page }) => {
  const person = await newPerson();
  await enterAs(page, person);
  await page.goto('/directory');
  await page.getByRole('button', { name: 'Add label' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create label' });
  await expect(dialog.getByRole('radio')).toHaveCount(14);
  await dialog.getByLabel('Name').fill('Urgent');
  await dialog.getByRole('radio', { name: 'Grape' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: 'Urgent' }).click();
  await expect(page).toHaveURL(/\/labels\//);
  expect((await person.call(labels.list)).data).toMatchObject([{ name: 'Urgent', color: '#9c36b5' }]);
  await page.getByRole('button', { name: 'Actions for this label' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'Urgent' })).toBeVisible();
  expect((await person.call(labels.list)).data).toMatchObject([{ name: 'Urgent' }]);
});

test('the sidebar shows five labels, and twenty more with each scroll', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  for (let n = 1; n <= 45; n += 1) {
    await person.call(labels.create, { body: { name: `Label ${String(n).padStart(2, '0')}`, color: '#2f9e44' } });
  }
  await enterAs(page, person);
  await page.goto('/directory');
  const shown = page.getByRole('link', { name: /^Label \d\d$/ });
  await expect(shown).toHaveCount(5);
  await page.getByRole('button', { name: 'See more' }).click();
  await expect(page.getByRole('link', { name: 'Label 20' })).toBeAttached();
  await page.getByRole('link', { name: 'Label 20' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('link', { name: 'Label 40' })).toBeAttached();
  await page.getByRole('button', { name: 'See less' }).click();
  await expect(shown).toHaveCount(5);
});

test('a collection is created, renamed and restored after deletion', async ({ page }) => {
  const person = await newPerson();
  await enterAs(page, person);
  await page.goto('/collections');
  await page.getByRole('button', { name: 'Create a collection' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Contracts');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('link', { name: /Contracts/ })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for collection Contracts' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('link', { name: /Contracts/ })).toBeHidden();
  await toast(page, /Contracts/)
    .getByRole('button', { name: 'Undo' })
    .or(page.getByRole('button', { name: 'Undo' }))
    .first()
    .click();
  await expect(page.getByRole('link', { name: /Contracts/ })).toBeVisible();
  expect((await person.call(collections.list)).data).toMatchObject([{ name: 'Contracts' }]);
});
