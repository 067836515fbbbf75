import { collections, documents, labels } from '@sheaf/contract';
import { chooseFromMenu, chosen, row, rows, selectionBar, test } from '../setup/documents.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, tick, toast } from '../setup/test.ts';

test.beforeEach(async ({ page, librarian }) => {
  await enterAs(page, librarian);
});

test('folders open by double click, and breadcrumbs and Back return', async ({ page }) => {
  await page.goto('/directory?type=folder&sort=name');
  await row(page, 'Documents').dblclick();
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
  await expect(crumbs).toHaveText('DirectoryGoogle Drive');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documents');
  await expect(row(page, 'Handbook with pictures')).toBeVisible();
  await crumbs.getByRole('link', { name: 'Google Drive' }).click();
  await expect(page).toHaveURL(/place=[0-9a-f-]+$/);
  await expect(row(page, 'Odd names')).toBeVisible();
  await page.goBack();
  await expect(row(page, 'Handbook with pictures')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Type: Folder' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Directory');
});

test('filters, order and search are in the address, and a link restores them', async ({ page }) => {
  await page.goto('/directory');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: 'Type' }).click();
  await page.getByRole('menuitemradio', { name: 'JPG' }).click();
  await expect(page).toHaveURL(/type=jpg/);
  await expect(rows(page).first()).toContainText('.jpg');
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  const searchbox = page.getByRole('combobox', { name: 'Search documents' });
  await searchbox.fill('qua');
  await expect(page).toHaveURL(/search=qua/);
  // The list follows the address at low priority. Only then does further typing belong to the same search.
  await expect(page.getByRole('columnheader', { name: 'Name' }).getByRole('button')).toBeHidden();
  await searchbox.fill('quay');
  await expect(page).toHaveURL(/search=quay/);
  await page.goBack();
  await expect(searchbox).toHaveValue('');
  await expect(page).toHaveURL(/type=jpg/);
  await page.goForward();
  await expect(searchbox).toHaveValue('quay');
  await expect(rows(page).filter({ hasNotText: 'quay' })).toHaveCount(0);
  await expect(rows(page)).not.toHaveCount(0);
  const shown = await rows(page).allTextContents();
  await page.goto(page.url());
  await expect(rows(page)).toHaveText(shown);
  await expect(searchbox).toHaveValue('quay');
  await searchbox.fill('xyzzyqwv');
  await expect(page.getByRole('heading', { name: 'No results for “xyzzyqwv”' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/type=/);
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeHidden();
  await page.getByRole('main').getByText('Clear search', { exact: true }).click();
  await expect(rows(page)).toHaveCount(20);
});

test('pages say which of how many they show, and can be turned', { tag: '@long' }, async ({ page, librarian }) => {
  const { total } = (await librarian.call(documents.list)).pagination;
  await page.goto('/directory');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages).toContainText(`1-20 of ${total}`);
  const first = await rows(page).allTextContents();
  await pages.getByRole('button', { name: 'Next page' }).click();
  await expect(pages).toContainText(`21-40 of ${total}`);
  await expect(page).toHaveURL(/page=2/);
  await expect(rows(page)).not.toHaveText(first);
  await expect(pages.getByRole('button', { name: /^Page \d+$/ })).toHaveText([
    '1',
    '2',
    '3',
    '4',
    `${Math.ceil(total / 20)}`,
  ]);
  await page.goBack();
  await expect(rows(page)).toHaveText(first);
  await page.goto('/directory?page=9999');
  await expect(pages).toContainText(`-${total} of ${total}`);
});

test('rows are selected by mouse and keyboard', async ({ page }) => {
  await page.goto('/directory');
  await rows(page).nth(1).click();
  await rows(page)
    .nth(3)
    .click({ modifiers: ['Shift'] });
  await expect(chosen(page)).toHaveCount(3);
  await rows(page)
    .nth(2)
    .click({ modifiers: ['ControlOrMeta'] });
  await expect(chosen(page)).toHaveCount(2);
  await expect(selectionBar(page)).toContainText('2 selected');
  await rows(page).nth(6).getByRole('checkbox').click();
  await expect(chosen(page)).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(chosen(page)).toHaveCount(0);
  await expect(selectionBar(page)).toBeHidden();
  await rows(page).nth(0).click();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(chosen(page)).toHaveCount(3);
  await page.keyboard.press('ControlOrMeta+a');
  await expect(chosen(page)).toHaveCount(20);
  await expect(page.getByRole('checkbox', { name: 'Select all on this page' })).toBeChecked();
});

test('a name opens in a new tab by Ctrl-click', { tag: '@long' }, async ({ page, context }) => {
  await page.goto('/directory?search=handbook');
  const opened = context.waitForEvent('page');
  await rows(page)
    .first()
    .getByRole('link')
    .first()
    .click({ modifiers: ['ControlOrMeta'] });
  await expect((await opened).getByRole('dialog')).toBeVisible();
  await expect(chosen(page)).toHaveCount(0);
});

test('the keyboard opens folders and previews', { tag: '@long' }, async ({ page }) => {
  await page.goto('/directory?search=handbook');
  await rows(page).first().click();
  await page.keyboard.press(' ');
  const preview = page.getByRole('dialog');
  await expect(preview).toBeVisible();
  await expect(page).toHaveURL(/preview=/);
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  await expect(rows(page).first()).toBeFocused();
  await page.goto('/directory?type=folder&search=Documents');
  await rows(page).first().click();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/in=/);
});

test('an address opens a preview, and its arrows step through the list', async ({ page, librarian }) => {
  const { data } = await librarian.call(documents.list, { query: { sort: 'name', type: 'other' } });
  await page.goto(`/directory?sort=name&type=other&preview=${data[1]!.id}`);
  const preview = page.getByRole('dialog');
  await expect(preview).toContainText(data[1]!.name);
  // The preview opens before its list.
  await expect(preview.getByRole('button', { name: 'Next document' })).toBeEnabled();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(new RegExp(`preview=${data[2]!.id}`));
  await expect(preview).toContainText(data[2]!.name);
});

test('labels of one document are changed from its menu, and of several where they differ', async ({
  page,
  librarian,
}) => {
  const [one, two] = await Promise.all(
    ['Audit', 'Basics'].map(async (name) => {
      const body = { name: `${name} ${test.info().testId}`, color: '#e03131' } as const;
      return (await librarian.call(labels.create, { body })).data;
    }),
  );
  await page.goto('/directory?type=png&sort=name');
  const name = (await rows(page).first().locator('[title]').first().getAttribute('title'))!;
  await chooseFromMenu(page, name, 'Manage labels');
  const dialog = page.getByRole('dialog', { name: 'Manage labels' });
  await tick(dialog.getByRole('checkbox', { name: one!.name }));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(rows(page).first()).toContainText(one!.name);

  await rows(page).first().click();
  await rows(page)
    .nth(1)
    .click({ modifiers: ['Shift'] });
  await selectionBar(page).getByRole('button', { name: 'Add label' }).click();
  await expect(dialog.getByRole('checkbox', { name: one!.name })).toHaveJSProperty('indeterminate', true);
  await tick(dialog.getByRole('checkbox', { name: two!.name }));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(rows(page).nth(1)).toContainText(two!.name);
  await expect(rows(page).nth(1)).not.toContainText(one!.name);

  await page.goto(`/labels/${two!.id}`);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1-2 of 2');
});

test('documents are dragged onto labels and collections in the menu', { tag: '@long' }, async ({ page, librarian }) => {
  // One of the five labels that are shown.
  const name = `A dragged ${test.info().testId}`;
  const label = (await librarian.call(labels.create, { body: { name, color: '#2f9e44' } })).data;
  const collection = (await librarian.call(collections.create, { body: { name } })).data;
  await page.goto('/directory');
  await rows(page).nth(0).click();
  await rows(page)
    .nth(2)
    .click({ modifiers: ['Shift'] });
  await rows(page).nth(1).dragTo(page.getByRole('link', { name }));
  await expect(toast(page, `3 documents added to “${name}”`)).toBeVisible();
  expect((await librarian.call(documents.list, { query: { label_id: label.id } })).pagination.total).toBe(3);

  await rows(page).nth(5).hover();
  await page.mouse.down();
  await page.mouse.move(600, 600, { steps: 3 });
  const target = page.getByRole('region', { name: 'Drop on a collection' }).getByText(name);
  await target.scrollIntoViewIfNeeded();
  const box = (await target.boundingBox())!;
  await page.mouse.move(box.x + 10, box.y + 10, { steps: 5 });
  await page.mouse.up();
  await expect(toast(page, `1 document added to “${name}”`)).toBeVisible();
  await page.goto('/collections');
  const card = page.getByRole('main').getByRole('link', { name: new RegExp(name) });
  await expect(card).toContainText('1 document');
  await card.click();
  await expect(rows(page)).toHaveCount(1);
  expect((await librarian.call(collections.get, { params: { id: collection.id } })).data.count).toBe(1);
});

test('the grid is remembered', { tag: '@long' }, async ({ page }) => {
  await page.goto('/directory');
  await page.getByRole('button', { name: 'Grid', exact: true }).click();
  await expect(page).toHaveURL(/view=grid/);
  await rows(page).first().click();
  await page.keyboard.press('ArrowRight');
  await expect(rows(page).nth(1)).toBeFocused();
  await page.goto('/directory');
  await expect(page.getByRole('button', { name: 'Grid', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toBeVisible();
});

test('sharing, switching clouds and downloading start from the selection', { tag: '@long' }, async ({ page }) => {
  await page.goto('/directory?search=harbour&sort=name&type=other');
  const name = (await rows(page).first().locator('[title]').first().getAttribute('title'))!;
  await rows(page).first().click();
  await selectionBar(page).getByRole('button', { name: 'Share' }).click();
  const share = page.getByRole('dialog', { name: `Share "${name}"` });
  await share.getByRole('button', { name: 'Close' }).click();
  await expect(share).toBeHidden();
  const one = page.waitForEvent('download');
  await selectionBar(page).getByRole('button', { name: 'Download' }).click();
  expect((await one).suggestedFilename()).toBe(name);
  await page.keyboard.press('Escape');
  await rows(page).nth(0).click();
  await page.keyboard.press('Shift+ArrowDown');
  const several = page.waitForEvent('download');
  await selectionBar(page).getByRole('button', { name: 'Download' }).click();
  expect((await several).suggestedFilename()).toMatch(/\.zip$/);
  await selectionBar(page).getByRole('button', { name: 'Switch cloud' }).click();
  await expect(page).toHaveURL(/\/switch-cloud\/transfer\?documents=[0-9a-f-]{36}(%2C|,)[0-9a-f-]{36}$/);
});

test('the palette finds documents, labels and pages', async ({ page }) => {
  // The page handles keys only when it has connected to the server.
  const listens = page.waitForRequest(/\/api\/events$/);
  await page.goto('/apps');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Apps');
  await listens;
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: 'Search everything' });
  await field.fill('handbook');
  await expect(page.getByRole('option', { name: /Handbook with pictures/ })).toHaveAttribute('aria-selected', 'true');
  await field.fill('coll');
  await expect(page.getByRole('option', { name: 'Collections' })).toBeVisible();
  // No document has this word, so late results would come first.
  await field.fill('switch');
  await expect(page.getByRole('option', { name: 'Switch cloud' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/switch-cloud/);
});

test('a tap opens and a checkbox selects on phones', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/directory?search=handbook');
  await rows(page).first().tap();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goto('/directory');
  await rows(page).first().getByRole('checkbox').tap();
  await rows(page).nth(1).tap();
  await expect(selectionBar(page)).toContainText('2 selected');
});

test('an empty Directory says what to do next', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  await enterAs(page, person);
  await page.goto('/directory');
  await expect(page.getByText('Connect an app to see its files here, or drop files to upload.')).toBeVisible();
  const { data: folder } = await person.call(documents.createFolder, { body: { name: 'Plans', parent_id: null } });
  await page.reload();
  await chooseFromMenu(page, 'Plans', 'Manage labels');
  await expect(page.getByRole('dialog')).toContainText("You haven't any labels");
  await page.keyboard.press('Escape');
  await chooseFromMenu(page, 'Plans', 'Manage collections');
  await expect(page.getByRole('dialog')).toContainText("You haven't any collections");
  await page.keyboard.press('Escape');
  await page.goto(`/directory?parent_id=${folder.id}`);
  await expect(page.getByText('This folder is empty')).toBeVisible();
});

test('a document of My files is deleted, and restored', async ({ page }) => {
  const person = await newPerson();
  await enterAs(page, person);
  for (const name of ['Drafts', 'Sketches']) {
    await person.call(documents.createFolder, { body: { name, parent_id: null } });
  }
  await page.goto('/directory');
  await chooseFromMenu(page, 'Drafts', 'Delete');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(2);
});

test('a folder says when it is empty, and when it is in the trash', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect(/^404 GET \/api\/documents\//);
  const person = await newPerson();
  const { data: folder } = await person.call(documents.createFolder, { body: { name: 'Plans', parent_id: null } });
  await enterAs(page, person);
  const listens = page.waitForResponse(/\/api\/events$/);
  await page.goto(`/directory?parent_id=${folder.id}`);
  await expect(page.getByText('Drop files here to upload them.')).toBeVisible();
  await listens;
  await person.call(documents.delete, { body: { document_ids: [folder.id] } });
  const gone = page.getByRole('heading', { name: '“Plans” is in the trash' });
  await expect(gone).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My files');
  await expect(toast(page, /doesn.t exist|not found/i)).toHaveCount(0);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Drop files here to upload them.')).toBeVisible();
  await person.call(documents.delete, { body: { document_ids: [folder.id] } });
  await expect(gone).toBeVisible();
  await page.getByRole('link', { name: 'Go to Trash' }).click();
  await expect(page).toHaveURL('/directory?place=trash');
});
