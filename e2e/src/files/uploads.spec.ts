import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { documents } from '@sheaf/contract';
import { drop } from '../setup/drop.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson, type Person } from '../setup/people.ts';
import { boxOf, expect, test, tick, toast } from '../setup/test.ts';
import { desktop, phone } from '../setup/viewports.ts';

const MB = 1024 * 1024;
const tray = (page: Page): Locator => page.getByRole('region', { name: 'Uploads' });
const row = (page: Page, name: string): Locator => tray(page).getByRole('listitem').filter({ hasText: name });
const file = (name: string, content: string | Buffer = name) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});
const choose = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.getByLabel('Files to upload').setInputFiles(files);
const act = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};

async function enter(page: Page): Promise<Person> {
  const person = await newPerson();
  await enterAs(page, person);
  await page.goto('/directory');
  await expect(page.getByRole('button', { name: 'Upload' })).toBeVisible();
  return person;
}

test('selected files are uploaded, shown, and opened from the tray on any page', async ({ page }) => {
  const person = await enter(page);
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Upload files', 'Upload folder', 'New folder']);
  await page.keyboard.press('Escape');
  await choose(page, file('one.txt'), file('two.txt'), file('empty.txt', ''));
  await expect(tray(page)).toContainText('3 files uploaded');
  await expect(page.getByRole('button', { name: 'Actions for one.txt' })).toBeVisible();
  await page.getByRole('link', { name: 'Collections' }).click();
  await tray(page).getByRole('button', { name: 'two.txt' }).click();
  await expect(page).toHaveURL(/\/directory\?.*preview=/);
  const preview = page.getByRole('dialog', { name: 'two.txt' });
  await expect(preview).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  await tray(page).getByRole('button', { name: 'Close uploads' }).click();
  await expect(tray(page)).toBeHidden();
  const { data } = await person.call(documents.list, { query: { sort: 'name' } });
  expect(data.map(({ name, size }) => [name, size])).toEqual([
    ['empty.txt', 0],
    ['one.txt', 7],
    ['two.txt', 7],
  ]);
});

test('folders are dropped into the current folder', async ({ page }, info) => {
  const person = await enter(page);
  const { data: projects } = await person.call(documents.createFolder, { body: { name: 'Projects', parent_id: null } });
  const folder = info.outputPath('House');
  mkdirSync(path.join(folder, 'Plans'), { recursive: true });
  mkdirSync(path.join(folder, 'Later', 'Ideas'), { recursive: true });
  writeFileSync(path.join(folder, 'Later', 'Ideas', '.DS_Store'), 'litter');
  for (let n = 1; n <= 120; n += 1) writeFileSync(path.join(folder, 'Plans', `plan ${n}.txt`), `plan ${n}`);
  writeFileSync(path.join(folder, 'list.txt'), 'list');
  writeFileSync(path.join(folder, '.DS_Store'), 'litter');
  const lone = info.outputPath('lone.txt');
  writeFileSync(lone, 'lone');
  await page.goto(`/directory?parent_id=${projects.id}`);
  await expect(page.getByText('Projects').first()).toBeVisible();
  await drop(page, [folder, lone], () => expect(page.getByText('Drop to upload to Projects')).toBeVisible());
  await expect(toast(page, '1 empty folder added to Projects')).toBeVisible();
  await expect(tray(page)).toContainText('122 files uploaded', { timeout: 60_000 });
  await expect(page.getByText('Drop to upload to')).toBeHidden();
  const inside = async (parent_id: string) => (await person.call(documents.list, { query: { parent_id } })).data;
  const [house, other] = await inside(projects.id);
  expect([house?.name, other?.name]).toEqual(['House', 'lone.txt']);
  const [later, ...others] = await inside(house!.id);
  expect([later?.name, ...others.map(({ name }) => name)]).toEqual(['Later', 'Plans', 'list.txt']);
  expect((await inside(later!.id)).map(({ name }) => name)).toEqual(['Ideas']);
  // Only the visible ones are rendered.
  expect(await tray(page).getByRole('listitem').count()).toBeLessThan(122);
});

test('a folder that is still loading accepts no drop, which would go to another place', { tag: '@long' }, async ({
  page,
}) => {
  const person = await enter(page);
  const { data: projects } = await person.call(documents.createFolder, { body: { name: 'Projects', parent_id: null } });
  const asked = Promise.withResolvers<void>();
  await page.route(`/api/documents/${projects.id}`, async (route) => {
    await asked.promise;
    await route.continue();
  });
  await page.goto(`/directory?place=my-files&in=${projects.id}`);
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  asked.resolve();
  await expect(page.getByText('To Projects')).toBeVisible();
  // Keys reach the menu once it has the focus.
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await choose(page, file('one.txt'));
  await expect(tray(page)).toContainText('1 file uploaded');
  const inside = (await person.call(documents.list, { query: { parent_id: projects.id } })).data;
  expect(inside.map(({ name }) => name)).toEqual(['one.txt']);
});

test('a file with too long a name says so at once', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect('400 POST /api/uploads');
  await enter(page);
  await choose(page, file(`${'x'.repeat(300)}.txt`));
  await expect(row(page, 'xxx')).toContainText('Name not accepted: too long.');
  await expect(tray(page)).toContainText('1 file failed');
});

test('the tray doesn’t cover the content below it', { tag: '@long' }, async ({ page }) => {
  const person = await enter(page);
  for (let n = 1; n <= 21; n += 1)
    await person.call(documents.createFolder, { body: { name: `Folder ${n}`, parent_id: null } });
  await choose(page, file('one.txt'));
  await expect(tray(page)).toContainText('1 file uploaded');
  await tick(page.getByLabel('Select one.txt'));
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    const top = async () => (await boxOf(tray(page))).y;
    const overlap = async () => {
      const [one, other] = [await boxOf(bar), await boxOf(tray(page))];
      // Above the tray on a phone, beside it on a desktop.
      return viewport === phone ? one.y + one.height - other.y : one.x + one.width - other.x;
    };
    await expect.poll(overlap).toBeLessThan(0);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const next = page.getByRole('button', { name: 'Next page' });
    await expect.poll(async () => (await boxOf(next)).y + (await boxOf(next)).height - (await top())).toBeLessThan(0);
    await page.evaluate(() => window.scrollTo(0, 0));
  }
  await tray(page).getByRole('button', { name: 'Close uploads' }).click();
  const bottom = async () => {
    const { y, height } = await boxOf(page.getByRole('toolbar', { name: 'Selection' }));
    return y + height;
  };
  await expect.poll(bottom).toBeGreaterThan(desktop.height - 40);
});

test('an upload is canceled, fails, and is retried', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect('402 POST /api/uploads', /^404 /);
  const person = await enter(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/uploads\//, async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await choose(page, file('large.bin', Buffer.alloc(6 * MB, 'x')));
  await expect(row(page, 'large.bin').getByRole('progressbar')).toBeAttached();
  expect(await page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(false);
  await row(page, 'large.bin').getByRole('button', { name: 'Cancel large.bin' }).click();
  await expect(row(page, 'large.bin')).toContainText('Canceled');
  release();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await row(page, 'large.bin').getByRole('button', { name: 'Retry large.bin' }).click();
  await expect(tray(page)).toContainText('1 file uploaded');

  const message = 'Your plan has no storage left for this file.';
  await page.route(/\/api\/uploads$/, (route) => route.fulfill({ status: 402, json: { message, code: 'plan_limit' } }));
  await choose(page, file('refused.txt'));
  await expect(row(page, 'refused.txt')).toContainText(message);
  await page.unrouteAll();
  await row(page, 'refused.txt').getByRole('button', { name: 'Retry refused.txt' }).click();
  await expect(tray(page)).toContainText('2 files uploaded');
  const { data } = await person.call(documents.list, { query: { sort: 'name' } });
  expect(data.map(({ name, size }) => [name, size])).toEqual([
    ['large.bin', 6 * MB],
    ['refused.txt', 11],
  ]);
});

test('an upload resumes after a lost connection, and after the page was closed', async ({ page }, info) => {
  const person = await enter(page);
  const offsets: number[] = [];
  await page.route(/\/api\/uploads\//, async (route) => {
    const request = route.request();
    if (request.method() !== 'PATCH') return route.continue();
    offsets.push(Number(request.headers()['upload-offset']));
    // The first piece arrives; the second fails at every attempt.
    return offsets.length > 1 ? route.abort('connectionreset') : route.continue();
  });
  // A real file, so that it has the same date when it is selected again.
  const large = info.outputPath('large.bin');
  writeFileSync(large, Buffer.alloc(9 * MB, 'y'));
  await page.getByLabel('Files to upload').setInputFiles(large);
  await expect(row(page, 'large.bin')).toContainText('Waiting for connection');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => offsets.length).toBeGreaterThan(2);
  await page.reload();
  await expect(tray(page)).toBeHidden();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const asked = page.waitForRequest((request) => request.method() === 'HEAD');
  await page.getByLabel('Files to upload').setInputFiles(large);
  await asked;
  await expect(tray(page)).toContainText('1 file uploaded');
  expect(offsets.slice(0, 2)).toEqual([0, 4 * MB]);
  const { data } = await person.call(documents.list);
  expect(data.map(({ name, size }) => [name, size])).toEqual([['large.bin', 9 * MB]]);
});

test('a name conflict is asked about once for all files', async ({ page, problems }) => {
  problems.expect('409 POST /api/uploads');
  const person = await enter(page);
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
  await choose(page, ...names.map((name) => file(name)));
  await expect(tray(page)).toContainText('4 files uploaded');
  const asked = Promise.withResolvers<void>();
  const isLate = (metadata = '') => ['a.txt', 'c.txt'].some((name) => metadata.includes(btoa(name)));
  await page.route('/api/uploads', async (route) => {
    if (isLate(route.request().headers()['upload-metadata'])) await asked.promise;
    await route.continue();
  });
  await choose(page, ...names.map((name) => file(name, 'other')), file('new.txt'));
  const dialog = page.getByRole('dialog', { name: 'A file with this name already exists' });
  await expect(dialog).toContainText('Something is already named “b.txt” in “My files”.');
  asked.resolve();
  // Others come before it in the list, and the question stays until it is answered.
  await expect(dialog.getByLabel('Apply to all (3 more files)')).toBeVisible();
  await expect(dialog).toContainText('“b.txt”');
  await dialog.getByRole('button', { name: 'Skip' }).click();
  await expect(dialog).toContainText('“a.txt”');
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expect(dialog).toContainText('“c.txt”');
  await tick(dialog.getByLabel(/Apply to all/));
  await dialog.getByRole('button', { name: 'Keep both' }).click();
  await expect(dialog).toBeHidden();
  await expect(tray(page)).toContainText('9 files uploaded');
  const { data } = await person.call(documents.list, { query: { sort: 'name' } });
  expect(data.map(({ name, size }) => `${name} ${size}`)).toEqual([
    'a.txt 5',
    'b.txt 5',
    'c (1).txt 5',
    'c.txt 5',
    'd (1).txt 5',
    'd.txt 5',
    'new.txt 7',
  ]);
});

test('folders are created, renamed, moved into, deleted and restored', async ({ page, problems }) => {
  problems.expect('409 POST /api/documents/folders');
  const person = await enter(page);
  const create = async (name: string) => {
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('menuitem', { name: 'New folder' }).click();
    const dialog = page.getByRole('dialog', { name: 'New folder in My files' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Create' }).click();
    return dialog;
  };
  await expect(await create('Letters')).toBeHidden();
  const refused = await create('letters');
  await expect(refused.getByLabel('Name')).toHaveAccessibleDescription(
    'This folder already contains something named “letters”.',
  );
  await refused.getByRole('button', { name: 'Cancel' }).click();
  await choose(page, file('note.txt'));
  await expect(tray(page)).toContainText('1 file uploaded');
  await tray(page).getByRole('button', { name: 'Close uploads' }).click();

  await act(page, 'note.txt', 'Rename');
  const rename = page.getByRole('dialog', { name: 'Rename file' });
  await expect(rename.getByLabel('Name')).toHaveValue('note.txt');
  await rename.getByLabel('Name').fill('letter.txt');
  await rename.getByRole('button', { name: 'Rename' }).click();
  await act(page, 'letter.txt', 'Move');
  const move = page.getByRole('dialog', { name: 'Move “letter.txt”' });
  await expect(move.getByRole('button', { name: 'Move here' })).toBeDisabled();
  await move.getByRole('button', { name: 'Letters' }).click();
  await move.getByRole('button', { name: 'Move here' }).click();
  await expect(toast(page, 'Moved to Letters')).toBeVisible();
  const { data: all } = await person.call(documents.list, { query: { sort: 'name' } });
  expect(all.map(({ name }) => name)).toEqual(['letter.txt', 'Letters']);
  expect(all[0]?.parent_id).toBe(all[1]?.id);

  await act(page, 'Letters', 'Delete');
  await expect(page.getByRole('button', { name: 'Actions for letter.txt' })).toBeHidden();
  expect((await person.call(documents.list)).pagination.total).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Actions for letter.txt' })).toBeVisible();
  expect((await person.call(documents.list)).pagination.total).toBe(2);
});

test('the tray fits every window, and axe finds nothing in it', { tag: '@long' }, async ({ page, problems }, info) => {
  problems.expect('409 POST /api/uploads', /^402 /);
  await enter(page);
  await choose(page, file('Report 2026.docx'), file('taken.txt'));
  await expect(tray(page)).toContainText('2 files uploaded');
  await page.route(/\/api\/uploads\//, () => {});
  await page.route(/\/api\/uploads$/, (route) =>
    route.request().headers()['upload-length'] === '11'
      ? route.fulfill({
          status: 402,
          json: { message: 'Your plan has no storage left for this file.', code: 'plan_limit' },
        })
      : route.continue(),
  );
  const long = 'A photograph with a name that is much longer than the tray is wide.jpg';
  await choose(page, file('refused.txt'), file(long, Buffer.alloc(5 * MB)), file('Film.mp4', Buffer.alloc(3 * MB)));
  await expect(row(page, 'refused.txt')).toContainText('no storage left');
  await expect(row(page, 'Film.mp4').getByRole('progressbar')).toBeAttached();
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: info.outputPath(`tray-${width}-${colorScheme}.png`) });
    }
  }
  await expectSound(page);
  await tray(page).getByRole('button', { name: 'Hide uploads' }).click();
  await expect(tray(page).getByRole('listitem')).toHaveCount(0);
  await tray(page).getByRole('button', { name: 'Cancel all' }).click();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await choose(page, file('taken.txt', 'again'));
  await expect(page.getByRole('dialog', { name: 'A file with this name already exists' })).toBeVisible();
  await expectSound(page);
});
