import { collections, documents, labels } from '@sheaf/contract';
import { chooseFromMenu, rows, selectionBar, test } from '../setup/documents.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs } from '../setup/people.ts';
import { expect } from '../setup/test.ts';

test.beforeEach(async ({ page, librarian }) => {
  await enterAs(page, librarian);
});

test('the list of documents fits and is accessible, with its menus and a selection', { tag: '@long' }, async ({
  page,
  librarian,
}) => {
  const { data } = await librarian.call(documents.list);
  const body = { name: `Sound ${test.info().testId}`, color: '#66a80f' } as const;
  const label = (await librarian.call(labels.create, { body })).data;
  const ids = data.slice(0, 5).map(({ id }) => id);
  await librarian.call(documents.tag, { body: { document_ids: ids, add_labels: [label.id] } });
  await page.goto('/directory?type=other&owner=me&updated_from=2020-01-01');
  await expect(rows(page).first()).toBeVisible();
  await expectSound(page);
  await rows(page).nth(0).click();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(selectionBar(page)).toBeVisible();
  await expectSound(page);
  await rows(page).nth(1).click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Manage labels' })).toBeVisible();
  await expectSound(page);
});

test('filters with their menus fit and are accessible', { tag: '@long' }, async ({ page }) => {
  await page.goto('/directory');
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('button', { name: 'Label', exact: true }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Date', exact: true }).click();
  await expect(page.getByLabel('From')).toBeVisible();
  await expectSound(page);
});

test('the grid of documents fits and is accessible', { tag: '@long' }, async ({ page }) => {
  await page.goto('/directory?view=grid');
  await rows(page).first().click();
  await expectSound(page);
});

test('label page, collection page and cards fit and are accessible', { tag: '@long' }, async ({ page, librarian }) => {
  const { data } = await librarian.call(documents.list, { query: { type: 'png' } });
  const name = `Sound ${test.info().testId}`;
  const label = (await librarian.call(labels.create, { body: { name, color: '#f08c00' } })).data;
  const collection = (await librarian.call(collections.create, { body: { name } })).data;
  const tags = { add_labels: [label.id], add_collections: [collection.id] };
  await librarian.call(documents.tag, { body: { document_ids: data.map(({ id }) => id), ...tags } });
  for (const path of [`/labels/${label.id}`, `/collections/${collection.id}`]) {
    await page.goto(path);
    await expect(rows(page).first()).toBeVisible();
    await expectSound(page);
  }
  await page.goto('/collections');
  await expect(page.getByRole('main').getByRole('link', { name: new RegExp(name) })).toBeVisible();
  await expectSound(page);
});

test('dialogs of documents and the palette fit and are accessible', { tag: '@long' }, async ({ page, librarian }) => {
  const name = `Sound ${test.info().testId}`;
  await librarian.call(collections.create, { body: { name } });
  await page.goto('/directory?search=handbook');
  await chooseFromMenu(page, 'Handbook', 'Manage collections');
  await expect(page.getByRole('checkbox', { name })).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search everything' }).fill('contract');
  await expect(page.getByRole('option', { name: /contract/i }).first()).toBeVisible();
  await expectSound(page);
});
