import type { Locator } from '@playwright/test';
import { found, row, rows, upload } from '../setup/documents.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson, type Person } from '../setup/people.ts';
import { test as base, expect } from '../setup/test.ts';
import { box, option, passages, searcher } from './setup.ts';
import { tallPdf } from './tall-pdf.ts';

const test = base.extend<object, { person: Person }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures a fixture needs from here
  person: [async ({}, use) => use(await searcher()), { scope: 'worker', timeout: 300_000 }],
});

test.beforeEach(async ({ page, person }) => {
  await enterAs(page, person);
});

test('contents are found, with the match and its place, and open there with the words marked', {
  tag: '@sound',
}, async ({ page }) => {
  await page.goto('/directory');
  await box(page).fill('deposit boathouse');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/search=deposit(\+|%20)boathouse/);
  await expect(page.getByText('1 result', { exact: true })).toBeVisible();
  const passage = passages(page, 'agreement.txt');
  await expect(passage).toHaveCount(1);
  await expect(passage.locator('mark')).toHaveText(['deposit', 'boathouse']);
  await expectSound(page);

  await passage.click();
  await expect(page).toHaveURL(/passage=/);
  const dialog = page.getByRole('dialog', { name: 'agreement.txt' });
  const viewer = dialog.locator('iframe').contentFrame().locator('body');
  const expectMarked = async (...words: string[]) => {
    // A frame that is still loading can't be queried.
    await expect(viewer).toContainText(words[0]!);
    const marked = () => viewer.evaluate(() => [...(CSS.highlights.get('mark') ?? [])].map(String));
    await expect.poll(marked).toEqual(words);
  };
  await expectMarked('deposit', 'boathouse');
  // The address says where it opens, for people who receive it.
  await page.reload();
  await expectMarked('deposit', 'boathouse');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(passage).toBeVisible();
});

test('a passage of a PDF opens in its place, also far down on the first page', {
  tag: '@long',
}, async ({ page }) => {
  // A different person, because other tests count the results of theirs.
  const person = await newPerson({ name: 'Rita Reader' });
  await enterAs(page, person);
  const lines = Array.from({ length: 60 }, (_, line) => `Line ${line + 1} is about nothing in particular.`);
  await upload(person, 'tall.pdf', tallPdf([...lines, 'The lighthouse keeper is paid monthly.']));
  await found(person, 'lighthouse');
  await page.goto('/directory?search=lighthouse');
  await passages(page, 'tall.pdf').click();
  const viewer = page.getByRole('dialog', { name: 'tall.pdf' }).locator('iframe').contentFrame().locator('body');
  await expect(viewer).toContainText('lighthouse');
  const isInSight = () =>
    viewer.evaluate(() => {
      const [marked] = (CSS.highlights.get('mark') ?? []) as Iterable<Range>;
      const { top, bottom } = marked?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
      return top > 0 && bottom < innerHeight;
    });
  await expect.poll(isInSight).toBe(true);
});

test('names come before contents, and results are selected and filtered like other rows', { tag: '@sound' }, async ({
  page,
}) => {
  await page.goto('/directory?search=boathouse');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first().locator('mark')).toHaveText('boathouse');
  await expect(rows(page).first()).toContainText('boathouse notes.txt');
  await rows(page).first().click();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'agreement.txt')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'JPG' }).click();
  await expect(page.getByRole('heading', { name: 'No results for “boathouse”' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Grid', exact: true }).click();
  await expect(passages(page, 'agreement.txt').locator('mark')).toHaveText('boathouse');
  await expectSound(page);
  await page.getByRole('button', { name: 'List', exact: true }).click();
});

test('operators and their values are completed by keyboard, and can be removed again', { tag: '@sound' }, async ({
  page,
}) => {
  await page.goto('/directory');
  await box(page).fill('looking ty');
  await expect(option(page, /^type:/)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(option(page, /^type:/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(box(page)).toHaveValue('looking type:');
  await expect(option(page, 'pdf')).toBeVisible();
  await page.keyboard.type('pd');
  await expect(page.getByRole('option')).toHaveText(['pdf']);
  await expect(page.getByRole('heading', { name: 'No results for “looking type:pd”' })).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('Tab');
  await expect(box(page)).toHaveValue('looking type:pdf ');
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(passages(page, 'page.pdf')).toContainText('Page 1');
  await expect(page.getByRole('listbox')).toBeHidden();
  await expectSound(page);
  await page.getByRole('button', { name: 'Remove Type: pdf' }).click();
  await expect(page).toHaveURL(/search=looking$/);
  await expect(box(page)).toHaveValue('looking');
});

test('a document is opened from the suggestions, and Escape closes them', async ({ page }) => {
  await page.goto('/directory');
  await box(page).fill('boathouse');
  await expect(option(page, 'boathouse notes.txt')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(box(page)).toHaveValue('boathouse');
  await page.keyboard.press('ArrowDown');
  await option(page, 'boathouse notes.txt').click();
  await expect(page.getByRole('dialog', { name: 'boathouse notes.txt' })).toBeVisible();
});

test('the palette suggests and completes in the same way', { tag: '@long' }, async ({ page }) => {
  // The page handles keys only when it has connected to the server.
  const listens = page.waitForRequest(/\/api\/events$/);
  await page.goto('/collections');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Collections');
  await listens;
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: 'Search everything' });
  await field.fill('deposit type:te');
  await expect(option(page, 'text')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('deposit type:text ');
  await option(page, 'Search names and contents for “deposit type:text”').click();
  await expect(page).toHaveURL(/\/directory\?search=deposit/);
  await expect(passages(page, 'agreement.txt')).toHaveCount(1);
});

test('a search without results says what to try', { tag: '@long' }, async ({ page }) => {
  await page.goto('/directory?place=my-files&search=nowhereword%20type%3Apdf');
  await expect(page.getByRole('heading', { name: 'No results for “nowhereword type:pdf”' })).toBeVisible();
  await expect(page.getByText('Check the spelling')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Search everywhere' }).click();
  await expect(page).toHaveURL(/\/directory\?search=nowhereword/);
  await page.getByRole('main').getByText('Clear search', { exact: true }).click();
  await expect(rows(page)).toHaveCount(3);
});

test('results by meaning are a group of their own, and limits are explained', { tag: '@long' }, async ({ page }) => {
  await page.route(/\/api\/search\?/, async (route) => {
    const response = await route.fetch();
    const { data, pagination } = await response.json();
    // The page after it is empty.
    if (data.length > 0) data.at(-1).matched = 'meaning';
    const limited = { ...pagination, total: 1000, more: true, order: 'newest', partial: true };
    await route.fulfill({ response, json: { data, pagination: limited } });
  });
  await page.goto('/directory?search=boathouse');
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('row').filter({ hasText: /boathouse notes|Related|agreement/ })).toHaveText([
    /boathouse notes/,
    'Related by meaning',
    /agreement/,
  ]);
  await expect(
    page.getByText('More than 1,000 results · Newest first · Only the newest documents were searched'),
  ).toBeVisible();
  await expectSound(page);
  // Lists are reloaded and preloaded; a handler that still runs at the end would fail the test.
  await page.unrouteAll({ behavior: 'wait' });
});

test('suggestions and passages respond to taps on phones', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/directory');
  await box(page).tap();
  await expect(box(page)).toBeFocused();
  await option(page, /^type:/).tap();
  await expect(box(page)).toHaveValue('type:');
  await option(page, 'text').tap();
  await expect(box(page)).toHaveValue('type:text ');
  await page.keyboard.type('deposit');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(passages(page, 'agreement.txt')).toBeVisible();
  const widthOf = (name: Locator) => () => name.evaluate((element) => element.getBoundingClientRect().width);
  const name = row(page, 'agreement.txt').getByText('agreement.txt').first();
  await expect.poll(widthOf(name), { message: 'room for the name' }).toBeGreaterThan(80);
  await passages(page, 'agreement.txt').tap();
  const title = page.getByRole('dialog', { name: 'agreement.txt' }).getByRole('heading', { name: 'agreement.txt' });
  await expect.poll(widthOf(title), { message: 'room for the name beside the actions' }).toBeGreaterThan(200);
});
