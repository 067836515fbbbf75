import type { Page } from '@playwright/test';
import { colleagueOf } from '../setup/colleagues.ts';
import { chooseFromMenu, row, upload } from '../setup/documents.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, test } from '../setup/test.ts';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** Playwright doesn't click covered elements, so a dialog that can be closed by its button is on top. */
async function closeByButton(page: Page, name: string): Promise<void> {
  await dialog(page, name).getByRole('button', { name: 'Close', exact: true }).first().click();
  await expect(dialog(page, name)).toBeHidden();
}

test('every dialog opens above the one it was opened from, also the second time', { tag: '@long' }, async ({
  page,
}) => {
  const owner = await newPerson({ name: 'Olga Owner' });
  await colleagueOf(owner, 'Kim Colleague');
  await upload(owner, 'plan.txt', 'A plan');
  await enterAs(page, owner);
  await page.goto('/directory');
  const share = 'Share "plan.txt"';

  await chooseFromMenu(page, 'plan.txt', 'Share');
  await dialog(page, share).getByPlaceholder('Type to search').fill('kim');
  await page.getByRole('option', { name: 'Kim Colleague' }).click();
  await dialog(page, share).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page, share)).toBeHidden();
  for (const item of ['Manage labels', 'Manage collections']) {
    await chooseFromMenu(page, 'plan.txt', item);
    await closeByButton(page, item);
  }

  await row(page, 'plan.txt').dblclick();
  for (let times = 0; times < 2; times++) {
    await dialog(page, 'plan.txt').getByRole('button', { name: 'Share', exact: true }).click();
    await dialog(page, share).getByRole('button', { name: 'Remove access for Kim Colleague' }).click();
    await closeByButton(page, 'Remove access');
    // Escape closes one dialog, the uppermost.
    await dialog(page, share).getByRole('button', { name: 'Remove access for Kim Colleague' }).click();
    await expect(dialog(page, 'Remove access')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page, 'Remove access')).toBeHidden();
    await closeByButton(page, share);
  }
  await dialog(page, 'plan.txt').getByRole('tab', { name: 'Actions' }).click();
  await page.keyboard.press('Control+k');
  await dialog(page, 'Search everything').getByRole('combobox').click();
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Search everything')).toBeHidden();
  await closeByButton(page, 'plan.txt');
});
