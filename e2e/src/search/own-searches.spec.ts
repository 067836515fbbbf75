import { search } from '@sheaf/contract';
import { upload } from '../setup/documents.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, test, toast } from '../setup/test.ts';
import { box, clearButton, option } from './setup.ts';

test('recent searches are offered, removed one by one, and cleared', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  await upload(person, 'harbor.txt', 'About the harbor');
  await enterAs(page, person);
  await page.goto('/directory');
  for (const q of ['harbor', 'quay', 'wheat']) {
    await box(page).fill(q);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await person.call(search.history)).data[0]?.q).toBe(q);
  }
  // Text typed on the way there is not kept.
  await box(page).fill('whe');
  await expect(page).toHaveURL(/search=whe$/);
  await clearButton(page).click();
  const recent = page.getByRole('group', { name: 'Recent searches' }).getByRole('option');
  await expect(recent).toHaveText(['wheat', 'quay', 'harbor']);
  await expectSound(page);
  await recent.filter({ hasText: 'quay' }).getByTitle('Remove from search history').click();
  await expect(recent).toHaveText(['wheat', 'harbor']);
  // The pointer is on the other one.
  await box(page).press('ArrowUp');
  await page.keyboard.press('Shift+Delete');
  await expect(recent).toHaveText(['harbor']);
  await expect.poll(async () => (await person.call(search.history)).data.map(({ q }) => q)).toEqual(['harbor']);
  await recent.first().click();
  await clearButton(page).click();
  // Also when the address had not followed yet.
  await expect(page).not.toHaveURL(/search=/);
  await page.getByRole('button', { name: 'Clear search history' }).click();
  await expect(recent).toHaveCount(0);
  await expect(option(page, /^type:/)).toBeVisible();
  await expect.poll(async () => (await person.call(search.history)).data).toEqual([]);
});

test('a search is saved to the menu, renamed, and deleted with a way back', { tag: '@sound' }, async ({ page }) => {
  const person = await newPerson();
  await upload(person, 'harbor.txt', 'About the harbor');
  await enterAs(page, person);
  await page.goto('/directory?search=harbor');
  await page.getByRole('button', { name: 'Save search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save search' });
  await expect(dialog.getByLabel('Name')).toHaveValue('harbor');
  await dialog.getByLabel('Name').fill('All about the harbor');
  await expectSound(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Saved as “All about the harbor”', { exact: true })).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Saved searches' });
  await expect(menu.getByRole('link', { name: 'All about the harbor' })).toHaveAttribute('aria-current', 'page');
  const directory = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Directory' });
  await expect(directory).not.toHaveAttribute('aria-current');
  await page.goto('/collections');
  await page.getByRole('button', { name: 'Hide menu' }).click();
  await menu.getByRole('link', { name: 'All about the harbor' }).click();
  await expect(page).toHaveURL(/\/directory\?search=harbor$/);
  await expect(menu.getByRole('link')).toHaveAttribute('aria-current', 'page');
  await directory.click();
  await expect(directory).toHaveAttribute('aria-current', 'page');
  await expect(menu.getByRole('link')).not.toHaveAttribute('aria-current');
  await page.getByRole('button', { name: 'Show menu' }).click();
  await menu.getByRole('link', { name: 'All about the harbor' }).click();
  await expect(page).toHaveURL(/\/directory\?search=harbor$/);
  await expect(box(page)).toHaveValue('harbor');

  await menu.getByRole('link').hover();
  await menu.getByRole('button', { name: 'Actions for saved search All about the harbor' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename saved search' });
  await renaming.getByLabel('Name').fill('Harbor');
  await page.keyboard.press('Enter');
  await expect(menu.getByRole('link')).toHaveText('Harbor');
  await expectSound(page);

  await menu.getByRole('link').hover();
  await menu.getByRole('button', { name: 'Actions for saved search Harbor' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(menu).toBeHidden();
  await toast(page, 'Saved search “Harbor” deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(menu.getByRole('link')).toHaveText('Harbor');
});

test('saved searches are in the menu of phones', { tag: ['@long', '@phone'] }, async ({ page }) => {
  const person = await newPerson();
  await person.call(search.save, { body: { name: 'Harbor', q: 'harbor type:text' } });
  await enterAs(page, person);
  await page.goto('/directory');
  await page.getByRole('button', { name: 'Open menu' }).tap();
  await page.getByRole('navigation', { name: 'Saved searches' }).getByRole('link', { name: 'Harbor' }).tap();
  await expect(page).toHaveURL(/search=harbor/);
  await expect(page.getByRole('heading', { name: 'No results for “harbor type:text”' })).toBeVisible();
});
