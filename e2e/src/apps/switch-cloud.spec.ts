import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { contract } from '@sheaf/contract';
import { type Connected, connect, sync } from '../setup/apps.ts';
import { chooseFromMenu } from '../setup/documents.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson, type Person } from '../setup/people.ts';
import { expect, inBackground, test, tick } from '../setup/test.ts';

const { sources } = contract;

interface Clouds {
  person: Person;
  drive: Connected;
  dropbox: Connected;
  /** A folder with files of its own, because the clouds are shared with other tests. */
  folder: string;
  /** The size of each file in the folder. */
  ids: string[];
}

async function enterWithClouds(page: Page, files: number): Promise<Clouds> {
  const person = await newPerson();
  const drive = await connect(person, 'google-drive', 'chen');
  const dropbox = await connect(person, 'dropbox', 'bruno');
  const folder = `Move ${randomUUID()}`;
  const add = (given: object) => drive.cloud<string>('add', { person: 'chen', ...given });
  const id = await add({ name: folder, mimeType: 'application/vnd.google-apps.folder' });
  const ids: string[] = [];
  for (let index = 1; index <= files; index++) {
    ids.push(await add({ name: `Letter ${index}.txt`, parent: id, text: `The letter ${index} of ${folder}` }));
  }
  await sync(person, drive, { file_mode: 'selected', file_selected_folders: [{ id, name: folder }] });
  await sync(person, dropbox, { file_mode: 'none' });
  await enterAs(page, person);
  return { person, drive, dropbox, folder, ids };
}

/** Names at the top level of an account, read from the cloud itself. */
async function topOf({ call }: Person, { account }: Connected): Promise<string[]> {
  const { files } = (await call(sources.browse, { body: { source_account_id: account.id, parent_id: null } })).data;
  return files.map(({ name }) => name);
}

const pane = (page: Page, name: string) => page.getByRole('region', { name });

test('a folder is moved from Google Drive to Dropbox: chosen, reviewed, watched, reported', { tag: '@sound' }, async ({
  page,
}) => {
  const { person, drive, dropbox, folder } = await enterWithClouds(page, 3);
  await page.goto('/switch-cloud');
  await page.getByRole('link', { name: 'New transfer' }).click();

  const from = pane(page, 'From');
  await expect(from.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await tick(from.getByRole('radio', { name: /chen@example\.com/ }));
  await expect(from.getByRole('radio', { name: 'Everything in this account' })).toBeChecked();
  await tick(from.getByRole('radio', { name: 'Chosen files and folders' }));
  await from.getByRole('treeitem', { name: folder }).focus();
  await page.keyboard.press('Space');
  await expectSound(page);
  await expect(from.getByRole('button', { name: 'Continue' })).toBeEnabled();
  await from.getByRole('button', { name: 'Continue' }).focus();
  await page.keyboard.press('Enter');

  const to = pane(page, 'To');
  await expect(to.getByRole('heading', { name: 'To' })).toBeFocused();
  await expect(to.getByRole('radio', { name: /chen@example\.com/ })).toHaveCount(0);
  await tick(to.getByRole('radio', { name: /bruno@example\.com/ }));
  await expect(to.getByRole('treeitem', { name: 'Dropbox (top level)' })).toHaveAttribute('aria-selected', 'true');
  await tick(to.getByRole('radio', { name: 'Move' }));
  await expectSound(page);

  await page.goBack();
  await expect(from.getByRole('treeitem', { name: folder })).toHaveAttribute('aria-checked', 'true');
  await page.goForward();
  await page.reload();
  await to.getByRole('button', { name: 'Continue' }).click();

  const review = pane(page, 'Review');
  await expect(review.getByText('3 files, 1 folder', { exact: true })).toBeVisible();
  await expectSound(page);
  await review.getByRole('button', { name: 'Start transfer' }).click();

  await expect(page.getByText('Completed', { exact: true })).toBeVisible(inBackground);
  const items = page.getByRole('region', { name: 'Items' });
  await expect(items.getByRole('listitem').filter({ hasText: folder }).first()).toContainText('Transferred');
  await expectSound(page);
  expect(await topOf(person, dropbox)).toContain(folder);
  expect(await topOf(person, drive)).not.toContain(folder);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Report' }).click();
  await page.getByRole('menuitem', { name: 'Download as CSV' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain(folder);

  await page.getByRole('button', { name: /^More actions for the transfer/ }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Off' })).toBeChecked();
  await expectSound(page);
  await page.getByRole('menuitemradio', { name: 'Every day' }).click();
  await expect(page.getByText('Next run')).toBeVisible();

  await page.getByRole('link', { name: 'All transfers' }).click();
  const card = page.getByRole('article', { name: 'From Google Drive, chen@example.com to Dropbox, bruno@example.com' });
  await expect(card).toContainText('Completed');
  await card.getByRole('button', { name: 'Details' }).click();
  const drawer = page.getByRole('dialog', { name: 'Transfer' });
  await drawer.getByRole('combobox', { name: 'Show' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await expect(drawer.getByText('No items with this result.')).toBeVisible();
  await expectSound(page);
  await page.goBack();
  await expect(drawer).toBeHidden();
});

test('a transfer is paused, resumed and canceled, and leaves the history', { tag: '@long' }, async ({ page }) => {
  const { drive, dropbox, ids } = await enterWithClouds(page, 3);
  // One of them never finishes during the test.
  const slow = { kind: 'delay', ms: 90_000 };
  await drive.cloud('fail', { path: `/drive/v3/files/${ids[0]}`, times: 20, action: slow });
  await page.goto(`/switch-cloud/transfer?from=${drive.account.id}&to=${dropbox.account.id}&all=synced&step=3`);
  // A double click starts only one.
  await page.getByRole('button', { name: 'Start transfer' }).dblclick();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('link', { name: 'All transfers' }).click();

  const card = page.getByRole('region', { name: 'In progress' }).getByRole('article');
  await expect(card).toContainText('3 of 4 items', inBackground);
  await card.getByRole('button', { name: 'Pause' }).click();
  await expect(card).toContainText('Paused');
  await expectSound(page);
  await card.getByRole('button', { name: 'Resume' }).click();
  await expect(card.getByRole('button', { name: 'Pause' })).toBeVisible();
  await card.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Cancel transfer' }).click();

  const ended = page.getByRole('region', { name: 'History' }).getByRole('article');
  await expect(ended).toContainText('Canceled', inBackground);
  await ended.getByRole('button', { name: /^More actions for the transfer/ }).click();
  await page.getByRole('menuitem', { name: 'Delete from history' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No transfers yet' })).toBeVisible();
});

test('a failure is shown with its reason, and disappears when the retry succeeds', { tag: '@long' }, async ({
  page,
}) => {
  const { drive, dropbox, ids } = await enterWithClouds(page, 2);
  const refused = { kind: 'status', status: 403, reason: 'cannotDownloadFile' };
  await drive.cloud('fail', { path: `/drive/v3/files/${ids[0]}`, action: refused });
  await page.goto(`/switch-cloud/transfer?from=${drive.account.id}&to=${dropbox.account.id}&all=synced&step=3`);
  await page.getByRole('button', { name: 'Start transfer' }).click();
  await expect(page.getByText('Completed with errors')).toBeVisible(inBackground);
  await page.getByRole('combobox', { name: 'Show' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  const item = page.getByRole('region', { name: 'Items' }).getByRole('listitem');
  await expect(item).toHaveCount(1);
  await expect(item).toContainText('Letter 1.txt');
  await page.getByRole('button', { name: 'Retry 1 failed item' }).click();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible(inBackground);
  await expect(page.getByText('No items with this result.')).toBeVisible();
});

test('a folder that was never synced is chosen at the destination and named from then on; My files receives the rest', {
  tag: '@long',
}, async ({ page }) => {
  const { person, drive, dropbox, ids } = await enterWithClouds(page, 1);
  const archive = `Archive ${randomUUID()}`;
  await dropbox.cloud('mkdir', { person: 'bruno', path: `/${archive}` });
  await page.goto(`/switch-cloud/transfer?from=${drive.account.id}&to=${dropbox.account.id}&all=synced&step=2`);
  await page.getByRole('treeitem', { name: archive }).click();
  await page.getByRole('button', { name: `New folder in ${archive}` }).click();
  await page.getByRole('textbox', { name: `New folder in ${archive}` }).fill('Inside');
  await expectSound(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'New folder in Inside' })).toBeVisible();
  await page.getByRole('treeitem', { name: archive }).click();
  const [, ...shown] = await page.getByRole('treeitem').filter({ hasNotText: 'Load more' }).allTextContents();
  expect(shown).toEqual(shown.toSorted(new Intl.Collator('en', { numeric: true }).compare));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Start transfer' }).click();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible(inBackground);
  await expect(page.getByText(`Dropbox › ${archive}`)).toBeVisible();

  await page.goto(`/switch-cloud/transfer?from=${drive.account.id}&all=synced&step=2`);
  await tick(pane(page, 'To').getByRole('radio', { name: /My files/ }));
  await expect(page.getByRole('treeitem', { name: 'My files (top level)' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Start transfer' }).click();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible(inBackground);
  const [mine] = (await person.call(contract.transfers.myFiles)).data;
  expect(mine).toMatchObject({ files: ids.length });
});

test('one document is transferred from its preview', { tag: '@long' }, async ({ page }) => {
  await enterWithClouds(page, 1);
  await page.goto('/directory?search=letter');
  await chooseFromMenu(page, 'Letter 1.txt', 'Preview');
  await page.getByRole('tab', { name: 'Actions' }).click();
  const card = pane(page, 'Switch cloud');
  await expect(card.getByRole('button', { name: 'Transfer file now' })).toBeDisabled();
  await card.getByRole('combobox', { name: 'Destination' }).click();
  await page.getByRole('option', { name: 'Dropbox' }).click();
  await expect(card.getByRole('button', { name: 'Transfer file now' })).toBeDisabled();
  await card.getByRole('combobox', { name: 'Account' }).click();
  await page.getByRole('option', { name: 'bruno@example.com' }).click();
  await card.getByRole('button', { name: 'Transfer file now' }).click();
  await expect(card).toContainText('chen@example.com');
  await expect(card.getByText('Completed', { exact: true })).toBeVisible(inBackground);
  await card.getByRole('button', { name: 'Report' }).click();
  await expectSound(page);
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download as JSON' }).click();
  expect((await download).suggestedFilename()).toMatch(/^transfer-.*\.json$/);
  await card.getByRole('link', { name: 'See it in Switch cloud' }).click();
  const items = page.getByRole('dialog', { name: 'Transfer' }).getByRole('region', { name: 'Items' });
  await expect(items.getByRole('listitem')).toContainText(['Transferred']);
});

test('without accounts, without files or with a disconnected account, the page says what to do', {
  tag: '@long',
}, async ({ page }) => {
  const person = await newPerson();
  await enterAs(page, person);
  await page.goto('/switch-cloud/transfer');
  await expect(page.getByText('You only have My files so far')).toBeVisible();
  const drive = await connect(person, 'google-drive', 'ada');
  await page.reload();
  await expect(page.getByText('None of your accounts have synced files yet')).toBeVisible();
  await connect(person, 'dropbox', 'bruno');
  await person.call(sources.disconnect, { params: { id: drive.account.id } });
  await page.reload();
  await expect(page.getByText(/Not connected: ada@example\.com/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Apps' })).toBeVisible();
  await expectSound(page);
});

test('online documents count with the size of their exports; a transfer with skipped items is no plain success', {
  tag: '@long',
}, async ({ page }) => {
  const { drive, dropbox, folder, person } = await enterWithClouds(page, 1);
  const { data } = await person.call(contract.documents.list, { query: { search: folder, type: 'folder' } });
  const parent = (await drive.cloud<{ id: string; name: string }[]>('list', { person: 'chen' })).find(
    ({ name }) => name === folder,
  )!.id;
  const google = 'application/vnd.google-apps';
  await drive.cloud('add', { person: 'chen', name: 'Minutes', parent, mimeType: `${google}.document` });
  await drive.cloud('add', { person: 'chen', name: 'Shortcut', parent, mimeType: `${google}.shortcut` });
  await person.call(sources.syncNow, { params: { id: drive.account.id } });
  const inside = () => person.call(contract.documents.list, { query: { parent_id: data[0]!.id } });
  await expect
    .poll(async () => (await inside()).data.find(({ name }) => name === 'Minutes')?.content, inBackground)
    .toBe('stored');

  await page.goto(`/switch-cloud/transfer?from=${drive.account.id}&to=${dropbox.account.id}&all=synced&step=3`);
  const review = pane(page, 'Review');
  await expect(review.getByText('1 item can’t be transferred')).toBeVisible();
  await expect(review.getByText(/^\d+\.\d\d KB$/).first(), 'more than the letter alone').toBeVisible();
  await expectSound(page);
  await review.getByRole('button', { name: 'Start transfer' }).click();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible(inBackground);
  const item = (name: string) =>
    page.getByRole('region', { name: 'Items' }).getByRole('listitem').filter({ hasText: name });
  await expect(item('Minutes')).toContainText('Converted to Word (.docx).');
  await expect(item('Shortcut')).toContainText('Can’t be transferred');

  await page.getByRole('link', { name: 'All transfers' }).click();
  const card = page.getByRole('region', { name: 'History' }).getByRole('article');
  await expect(card.getByRole('heading', { name: 'All synced files' })).toBeVisible();
  await expect(card).toContainText('3 copied');
  await expectSound(page);
  await card.getByRole('button', { name: '1 item can’t be transferred' }).click();
  const drawer = page.getByRole('dialog', { name: 'Transfer' });
  await expect(drawer.getByRole('listitem')).toHaveText([/Shortcut/]);
  await page.goBack();
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Moves', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No transfers match these filters' })).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await card.getByRole('link', { name: 'Open destination' }).click();
  await expect(page).toHaveURL(`/directory?place=${dropbox.account.id}`);
  await expect(page.locator('[data-id]').filter({ hasText: folder })).toBeVisible();
});

test('everything in an account includes what is not synced, which is listed first and reviewed', {
  tag: '@long',
}, async ({ page }) => {
  const person = await newPerson();
  const box = await connect(person, 'box', 'ada');
  const dropbox = await connect(person, 'dropbox', 'bruno');
  const parent = `Everything ${randomUUID()}`;
  await dropbox.cloud('mkdir', { person: 'bruno', path: `/${parent}` });
  const name = `Synced ${randomUUID()}`;
  const other = `Never synced ${randomUUID()}.txt`;
  await box.cloud('mkdir', { person: 'ada', path: name });
  await box.cloud('write', { person: 'ada', path: `${name}/a.txt`, text: 'synced' });
  await box.cloud('write', { person: 'ada', path: other, text: 'nobody looked' });
  const browse = { source_account_id: box.account.id, parent_id: null };
  const { files } = (await person.call(sources.browse, { body: browse })).data;
  const { id } = files.find((one) => one.name === name)!;
  await sync(person, box, { file_mode: 'selected', file_selected_folders: [{ id, name }] });
  await sync(person, dropbox, { file_mode: 'none' });
  await enterAs(page, person);
  // The list takes long enough to be seen.
  const path = `/2.0/folders/${id.split(':').at(-1)}/items`;
  await box.cloud('fail', { path, action: { kind: 'delay', ms: 15_000 } });

  await page.goto(`/switch-cloud/transfer?from=${box.account.id}&all=true`);
  const from = pane(page, 'From');
  await expect(from.getByRole('radio', { name: 'Everything in this account' })).toBeChecked();
  await expect(from.getByRole('radio', { name: 'Everything synced (1 folder)' })).toBeVisible();
  await from.getByRole('button', { name: 'Continue' }).click();
  const to = pane(page, 'To');
  await tick(to.getByRole('radio', { name: /bruno@example\.com/ }));
  await to.getByRole('treeitem', { name: parent }).click();
  await to.getByRole('button', { name: 'Continue' }).click();
  const review = pane(page, 'Review');
  await expect(review.getByText(/^Listing the account: /)).toBeVisible();
  await expect(review.getByRole('button', { name: 'Start transfer' })).toBeDisabled();
  await expectSound(page);
  await expect(review.getByText(/^\d+ files, \d+ folders?$/)).toBeVisible(inBackground);
  await review.getByRole('button', { name: 'Start transfer' }).click();
  await expect(page.getByText(/^Completed/).first()).toBeVisible(inBackground);
  const inside = async () => {
    const top = (
      await person.call(sources.browse, { body: { source_account_id: dropbox.account.id, parent_id: null } })
    ).data;
    const parent_id = top.files.find((one) => one.name === parent)!.id;
    const found = (await person.call(sources.browse, { body: { source_account_id: dropbox.account.id, parent_id } }))
      .data;
    return found.files.map((one) => one.name);
  };
  expect(await inside()).toEqual(expect.arrayContaining([name, other]));
  const { data } = await person.call(contract.documents.list, { query: { account_id: box.account.id } });
  expect(data.map((one) => one.name).sort()).toEqual([name, 'a.txt']);
});
