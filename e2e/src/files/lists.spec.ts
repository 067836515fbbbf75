import type { Locator } from '@playwright/test';
import { documents, labelColors, labels } from '@sheaf/contract';
import { chosen, row, rows, selectionBar, upload } from '../setup/documents.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { boxOf, expect, test, tick, toast } from '../setup/test.ts';

test('the first row that Tab reaches accepts Enter, Space and the first arrow', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  await upload(person, 'a.txt', 'a');
  await upload(person, 'b.txt', 'b');
  await enterAs(page, person);
  await page.goto('/directory?sort=name');
  const reach = async () => {
    await page.getByRole('button', { name: 'Columns' }).focus();
    await page.keyboard.press('Tab');
    await expect(row(page, 'a.txt')).toBeFocused();
  };
  const openAndClose = async () => {
    const preview = page.getByRole('dialog', { name: 'a.txt' });
    await expect(preview).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(preview).toBeHidden();
  };
  await reach();
  await page.keyboard.press('Enter');
  await openAndClose();
  await page.reload();
  await reach();
  await page.keyboard.press('Space');
  await openAndClose();
  await page.reload();
  await reach();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'b.txt')).toBeFocused();
  await expect(chosen(page)).toHaveCount(1);
});

test('the keyboard gets from a new page to the first row in at most seven Tabs', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  await upload(person, 'a.txt', 'a');
  await enterAs(page, person);
  await page.goto('/directory');
  await expect(row(page, 'a.txt')).toBeVisible();
  const isFocused = () => row(page, 'a.txt').evaluate((element) => element === document.activeElement);
  let tabs = 0;
  while (!(await isFocused())) {
    await page.keyboard.press('Tab');
    expect(++tabs, 'Tabs').toBeLessThanOrEqual(7);
    if (await page.evaluate(() => (document.activeElement?.textContent ?? '').startsWith('Skip')))
      await page.keyboard.press('Enter');
  }
});

test('checkboxes are visible, and the selection bar moves nothing', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  await upload(person, 'a.txt', 'a');
  await enterAs(page, person);
  await page.goto('/directory');
  const box = row(page, 'a.txt').getByRole('checkbox');
  await expect(box).toHaveCSS('opacity', '1');
  const places = async () => [await boxOf(row(page, 'a.txt')), await boxOf(page.getByText('1-1 of 1'))];
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = [await places(), await height()];
  await box.click();
  await expect(selectionBar(page)).toBeVisible();
  expect([await places(), await height()]).toEqual(before);
});

test('Escape in an open list of the preview closes the list only', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  const id = await upload(person, 'a.txt', 'a');
  await person.call(labels.create, { body: { name: 'Invoices', color: labelColors.teal } });
  await enterAs(page, person);
  await page.goto(`/directory?preview=${id}`);
  const preview = page.getByRole('dialog', { name: 'a.txt' });
  await preview.getByRole('tab', { name: 'Actions' }).click();
  await preview.getByRole('combobox', { name: 'Labels' }).click();
  await expect(preview.getByRole('option', { name: 'Invoices' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(preview.getByRole('option', { name: 'Invoices' })).toBeHidden();
  await expect(preview).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
});

test('labels and collections can be created where none exist yet', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  const id = await upload(person, 'a.txt', 'a');
  await enterAs(page, person);
  await page.goto('/directory');
  await row(page, 'a.txt').click();
  await selectionBar(page).getByRole('button', { name: 'Add label' }).click();
  const manage = page.getByRole('dialog', { name: 'Manage labels' });
  await expect(manage.getByText("You haven't any labels")).toBeVisible();
  await expectSound(page);
  await manage.getByRole('button', { name: 'Create label' }).click();
  const create = page.getByRole('dialog', { name: 'Create label' });
  await expect(create).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(create).toBeHidden();
  await expect(manage).toBeVisible();
  await manage.getByRole('button', { name: 'Create label' }).click();
  await create.getByLabel('Name').fill('Invoices');
  await create.getByRole('radio').first().check({ force: true });
  await create.getByRole('button', { name: 'Create' }).click();
  await tick(manage.getByRole('checkbox', { name: 'Invoices' }));
  await manage.getByRole('button', { name: 'Save' }).click();
  await expect(manage).toBeHidden();
  await expect(row(page, 'a.txt')).toContainText('Invoices');

  await page.goto(`/directory?preview=${id}`);
  await page.getByRole('tab', { name: 'Actions' }).click();
  await page.getByRole('button', { name: 'Create collection' }).click();
  const collection = page.getByRole('dialog', { name: 'Create collection' });
  await collection.getByLabel('Name').fill('Best of');
  await collection.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('combobox', { name: 'Collections' }).click();
  await page.getByRole('option', { name: 'Best of' }).click();
  await expect(page.getByRole('list', { name: 'Collections' })).toContainText('Best of');
  await expectSound(page);
});

test('a folder can be created in the dialog that moves a file', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  await upload(person, 'a.txt', 'a');
  await enterAs(page, person);
  await page.goto('/directory');
  await row(page, 'a.txt').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Move' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move “a.txt”' });
  await expect(dialog.getByText('No folders here yet.')).toBeVisible();
  await expectSound(page);
  await dialog.getByRole('button', { name: 'New folder' }).click();
  const create = page.getByRole('dialog', { name: 'New folder in My files' });
  await create.getByLabel('Name').fill('Archive');
  await create.getByRole('button', { name: 'Create' }).click();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await expect(toast(page, 'Moved to Archive')).toBeVisible();
  const { data } = await person.call(documents.list, { query: { search: 'a.txt' } });
  expect(data[0]!.parent_id).not.toBeNull();
});

test('headings stay in view, and a long name keeps its extension', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  const name = `Minutes of the meeting about ${'everything '.repeat(14)}and more.docx`;
  await upload(person, name, 'x');
  for (let number = 10; number < 30; number++) await upload(person, `file ${number}.txt`, `${number}`);
  await enterAs(page, person);
  await page.setViewportSize({ width: 1440, height: 600 });
  await page.goto('/directory?sort=-name');
  await expect(row(page, name).getByText('.docx').last()).toBeInViewport();
  for (const width of [1440, 390, 360]) {
    await page.setViewportSize({ width, height: 600 });
    // The page learns its new size a moment after the window.
    const beyond = async () => {
      const cell = await boxOf(row(page, name).locator('td').nth(1));
      const extension = row(page, name).getByText(/\.docx$/);
      const end = await boxOf(extension.last());
      return end.x + end.width - cell.x - cell.width;
    };
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
    await expect.poll(beyond, { message: `beyond the cell at ${width}` }).toBeLessThanOrEqual(1);
  }
  await page.setViewportSize({ width: 1440, height: 600 });
  await rows(page).last().scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 2000);
  const heading = page.getByRole('button', { name: 'Last update' });
  await expect(heading).toBeInViewport();
  await expect.poll(async () => (await boxOf(heading)).y).toBeGreaterThanOrEqual(56);
  await expectSound(page);
});

test('toasts and the upload tray leave the selection bar free', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  await upload(person, 'a.txt', 'a');
  for (let number = 0; number < 8; number++) await upload(person, `file ${number}.txt`, `${number}`);
  await enterAs(page, person);
  await page.setViewportSize({ width: 1440, height: 480 });
  await page.goto('/directory?sort=name');
  const input = page.locator('input[type=file]').first();
  await input.setInputFiles({ name: 'b.txt', mimeType: 'text/plain', buffer: Buffer.from('b') });
  await expect(page.locator('[data-tray]')).toBeVisible();
  await row(page, 'a.txt').click();
  const bar = selectionBar(page);
  const apart = async (one: Locator, other: Locator) => {
    const [a, b] = [await boxOf(one), await boxOf(other)];
    return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
  };
  await expect.poll(() => apart(bar, page.locator('[data-tray]'))).toBe(true);
  // Beside the tray, not above it.
  const bottom = async () => {
    const { y, height } = await boxOf(bar);
    return y + height;
  };
  await expect.poll(bottom).toBeGreaterThan(440);
  await bar.getByRole('button', { name: 'Delete' }).click();
  await row(page, 'file 1.txt').click();
  const message = page.getByRole('alert').first();
  await expect(message).toBeVisible();
  await expect.poll(() => apart(message, bar)).toBe(true);
});

test('days are typed and chosen in the displayed format: day, month, year', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  await upload(person, 'a.txt', 'a');
  await enterAs(page, person);
  await page.goto('/directory');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('button', { name: 'Date', exact: true }).click();
  const from = page.getByRole('textbox', { name: 'From' });
  await from.fill('05/03/2026');
  await expect(page).toHaveURL('/directory?updated_from=2026-03-05');
  await expectSound(page);
  await page.getByRole('textbox', { name: 'To' }).click();
  await page.getByRole('button', { name: 'Next month' }).last().click();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('button', { name: /^Date/ }).first().click();
  await expect(from).toHaveValue('05/03/2026');
});
