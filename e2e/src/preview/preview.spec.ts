import { collections, documents, labelColors, labels } from '@sheaf/contract';
import { upload } from '../setup/documents.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { boxOf, expect, test, toast } from '../setup/test.ts';
import * as hostile from './hostile-files.ts';

test('arrows step through the documents, unless something else needs them, and Escape leads back', async ({ page }) => {
  const person = await newPerson();
  for (const name of ['one.txt', 'two.txt', 'three.txt']) await upload(person, name, `This is ${name}`);
  await enterAs(page, person);
  await page.goto('/directory?sort=name');
  await page.locator('[data-id]').filter({ hasText: 'one.txt' }).dblclick();
  const dialog = page.getByRole('dialog');
  const text = dialog.locator('iframe').contentFrame().locator('body');
  await expect(text).toContainText('This is one.txt');
  await page.keyboard.press('ArrowRight');
  await expect(text).toContainText('This is three.txt');
  await expect(dialog.getByText('2 of 3')).toBeVisible();
  // The frame forwards keys that it does not handle. Dispatched in the frame, which disappears with the first document:
  // a key pressed by the browser might wait forever for its answer.
  await text.dispatchEvent('keydown', { key: 'ArrowRight' });
  await expect(dialog).toHaveAccessibleName('two.txt');
  await dialog.getByRole('tab', { name: 'View' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('tab', { name: 'File Details' })).toHaveAttribute('aria-selected', 'true');
  await expect(dialog).toHaveAccessibleName('two.txt');
  await dialog.getByRole('button', { name: 'Previous document' }).click();
  await expect(dialog).toHaveAccessibleName('three.txt');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('keys reach the preview while a row behind it still has the focus', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  for (const name of ['one.txt', 'two.txt']) await upload(person, name, `This is ${name}`);
  await enterAs(page, person);
  await page.goto('/directory?sort=name');
  const row = page.locator('[data-id]').filter({ hasText: 'one.txt' });
  await row.dblclick();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName('one.txt');
  await row.focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog).toHaveAccessibleName('two.txt');
  await row.focus();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('details, activity and actions of a document', { tag: '@sound' }, async ({ page }) => {
  const person = await newPerson({ name: 'Dora Details' });
  const { data: label } = await person.call(labels.create, { body: { name: 'Urgent', color: labelColors.red } });
  await person.call(collections.create, { body: { name: 'Spring' } });
  const id = await upload(person, 'budget.csv', 'name;amount\n"Wheat; red";12\nRye;7');
  await enterAs(page, person);
  await page.goto(`/directory?preview=${id}`);
  const dialog = page.getByRole('dialog', { name: 'budget.csv' });
  await expect(dialog.locator('iframe').contentFrame().getByRole('cell', { name: 'Wheat; red' })).toBeVisible();
  await expectSound(page);

  await dialog.getByRole('tab', { name: 'File Details' }).click();
  await expect(dialog.getByRole('tab', { name: 'File Details' })).toHaveAttribute('aria-selected', 'true');
  const { updated_at } = (await person.call(documents.get, { params: { id } })).data;
  const changed = new Intl.DateTimeFormat('en-GB').format(new Date(updated_at!));
  for (const fact of ['My files', 'Dora Details', changed, 'Spreadsheet (CSV)', '33 Bytes']) {
    await expect(dialog.getByRole('definition').filter({ hasText: fact }).first()).toBeVisible();
  }
  await expectSound(page);

  const loads = Promise.withResolvers<void>();
  await page.route(/switch-cloud-card.*[.]js$/, (route) => loads.promise.then(() => route.continue()));
  await dialog.getByRole('tab', { name: 'Actions' }).click();
  await expect(dialog.getByPlaceholder('Select label')).toBeVisible();
  loads.resolve();
  await expect(dialog.getByRole('heading', { name: 'Switch cloud' })).toBeVisible();
  await dialog.getByPlaceholder('Select label').click();
  await page.getByRole('option', { name: 'Urgent' }).click();
  await dialog.getByPlaceholder('Select collection').click();
  await page.getByRole('option', { name: 'Spring' }).click();
  await expect(dialog.getByRole('button', { name: 'Remove Spring' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Transfer file now' })).toBeDisabled();
  await expect
    .poll(async () => (await person.call(documents.get, { params: { id } })).data)
    .toMatchObject({ labels: [label], collections: [{ name: 'Spring' }] });
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Remove Urgent' }).click();
  await expect.poll(async () => (await person.call(documents.get, { params: { id } })).data.labels).toEqual([]);

  await dialog.getByRole('tab', { name: 'Activity' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Label “Urgent” added' })).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Opened by' })).toBeVisible();
  await expect(dialog.getByRole('listitem').last()).toContainText('Added by Dora Details');
  await expectSound(page);
});

test('a PDF is searched, and an image zoomed and turned', async ({ page }) => {
  const person = await newPerson();
  const pdf = await upload(person, 'page.pdf', hostile.pdf());
  const image = await upload(person, 'picture.png', hostile.png(400, 200));
  await enterAs(page, person);
  await page.goto(`/directory?preview=${pdf}`);
  const viewer = page.getByRole('dialog').locator('iframe').contentFrame();
  await viewer.getByRole('searchbox', { name: 'Search in this PDF' }).fill('LOOKING');
  await expect(viewer.getByText('1 of 1')).toBeVisible();
  await viewer.getByRole('searchbox', { name: 'Search in this PDF' }).fill('nothing of the kind');
  await expect(viewer.getByText('Not found')).toBeVisible();

  await page.goto(`/directory?preview=${image}`);
  const picture = page.getByRole('img', { name: 'picture.png' });
  await expect(picture).toBeVisible();
  await expect(page.getByLabel('Zoom', { exact: true })).toHaveText('100%');
  const { width } = (await picture.boundingBox())!;
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page.getByLabel('Zoom', { exact: true })).toHaveText('125%');
  await expect.poll(async () => (await boxOf(picture)).width).toBeCloseTo(width * 1.25, 0);
  await page.getByRole('button', { name: 'Rotate' }).click();
  await expect.poll(async () => (await boxOf(picture)).height).toBeCloseTo(width, 0);
});

test('a Word document without a paper size gets the usual one', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect(/^console: .*Content Security Policy/);
  const person = await newPerson();
  const id = await upload(person, 'letter.docx', hostile.docx());
  await enterAs(page, person);
  await page.goto(`/directory?preview=${id}`);
  const paper = page.getByRole('dialog').locator('iframe').contentFrame().locator('section').first();
  await expect(paper).toContainText('Dear customer');
  await expect(paper).toHaveCSS('width', '793.688px');
});

test('a recording plays and seeks', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  const id = await upload(person, 'tone.wav', tone(10));
  await enterAs(page, person);
  await page.goto(`/directory?preview=${id}`);
  const player = page.getByRole('dialog').locator('audio');
  const duration = () => player.evaluate((audio: HTMLAudioElement) => audio.duration);
  await expect.poll(duration).toBeCloseTo(10, 1);
  const sought = player.evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = 7;
    return new Promise((resolve) => audio.addEventListener('seeked', () => resolve(audio.currentTime), { once: true }));
  });
  expect(await sought).toBe(7);
});

/** A sound file of this many seconds, with eight thousand samples each. */
function tone(seconds: number): Buffer {
  const rate = 8000;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + rate * seconds, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(rate * seconds, 40);
  return Buffer.concat([
    head,
    Buffer.from(Array.from({ length: rate * seconds }, (_, n) => 128 + 60 * Math.sin(n / 3))),
  ]);
}

test('images of a mail are loaded from elsewhere only on request', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect('foreign: https://pictures.example/flower.png');
  const asked: string[] = [];
  await page.route('https://pictures.example/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'image/svg+xml', body: hostile.svg });
  });
  const person = await newPerson();
  const head = 'From: Ada <ada@example.com>\r\nSubject: Flowers\r\nContent-Type: text/html\r\n\r\n';
  const id = await upload(person, 'flowers.eml', `${head}<p>Look:</p><img src="https://pictures.example/flower.png">`);
  await enterAs(page, person);
  await page.goto(`/directory?preview=${id}`);
  const dialog = page.getByRole('dialog', { name: 'flowers.eml' });
  const mail = dialog.locator('iframe').contentFrame();
  await expect(mail.getByRole('heading', { name: 'Flowers' })).toBeVisible();
  await expect(dialog.getByText('External images are hidden')).toBeVisible();
  expect(asked).toEqual([]);
  await dialog.getByRole('button', { name: 'Show images' }).click();
  await expect.poll(() => asked).toEqual(['https://pictures.example/flower.png']);
  await expect(mail.getByText('Look:')).toBeVisible();
});

test('a document that is not found says so', { tag: '@long' }, async ({ page, problems }) => {
  const id = '01990000-0000-7000-8000-000000000000';
  problems.expect(/^404 (GET|POST) \/api\/documents\//);
  const person = await newPerson();
  await enterAs(page, person);
  await page.goto(`/directory?preview=${id}`);
  await expect(page.getByRole('dialog')).toContainText(
    'It doesn’t exist, it was deleted, or it isn’t shared with you.',
  );
  await expect(toast(page, /doesn.t exist|not found/i)).toHaveCount(0);
});

test('a document that is deleted elsewhere disappears while it is shown', async ({ page, problems }) => {
  problems.expect(/^404 (GET|POST) \/api\/documents\//);
  const person = await newPerson();
  const id = await upload(person, 'plan.txt', 'A plan');
  await enterAs(page, person);
  const listening = page.waitForResponse('/api/events');
  await page.goto(`/directory?preview=${id}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('iframe').contentFrame().locator('body')).toContainText('A plan');
  await listening;
  await person.call(documents.delete, { body: { document_ids: [id] } });
  await expect(dialog).toContainText('“plan.txt” is in the trash');
  await expect(dialog.locator('iframe')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Download' })).toHaveCount(0);
});

test('a folder lists its contents and opens them, and Back skips closed previews', { tag: '@long' }, async ({
  page,
}) => {
  const person = await newPerson();
  const { data: folder } = await person.call(documents.createFolder, { body: { name: 'Plans', parent_id: null } });
  const id = await upload(person, 'plan.txt', 'A plan');
  await person.call(documents.change, { params: { id }, body: { parent_id: folder.id } });
  await upload(person, 'zebra.txt', 'A zebra');
  await enterAs(page, person);
  await page.goto('/collections');
  await page.getByRole('link', { name: 'Directory' }).click();
  await page.getByText('Plans', { exact: true }).click();
  await page.keyboard.press('Space');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('1 item')).toBeVisible();
  await expectSound(page);
  await dialog.getByRole('button', { name: /^plan\.txt/ }).click();
  await expect(dialog).toHaveAccessibleName('plan.txt');
  await page.goBack();
  await expect(dialog).toHaveAccessibleName('Plans');
  await page.keyboard.press('ArrowLeft');
  await expect(dialog).not.toHaveAccessibleName('Plans');
  await page.keyboard.press('ArrowRight');
  await dialog.getByRole('button', { name: /^plan\.txt/ }).click();
  await expect(dialog).toHaveAccessibleName('plan.txt');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/directory');
  await page.goBack();
  await expect(page).toHaveURL('/collections');

  await page.goto(`/directory?preview=${folder.id}`);
  await dialog.getByRole('link', { name: 'Open folder' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/directory\\?place=my-files&in=${folder.id}&org=`));
  await expect(page.locator('[data-id]')).toHaveCount(1);
});

test('a preview that failed because of the network is retried', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  await upload(person, 'plan.txt', 'A plan');
  await upload(person, 'tone.wav', tone(1));
  await enterAs(page, person);
  await page.goto('/directory');
  await page.route('**/storage/documents/**', (route) => route.abort());
  const dialog = page.getByRole('dialog');
  for (const name of ['plan.txt', 'tone.wav']) {
    await page.locator('[data-id]').filter({ hasText: name }).dblclick();
    await expect(dialog.getByText('No connection to Sheaf. Check your network and try again.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  await page.locator('[data-id]').filter({ hasText: 'plan.txt' }).dblclick();
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute('**/storage/documents/**');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.locator('iframe').contentFrame().locator('body')).toContainText('A plan');
});

test('a preview that loads slowly already shows the name', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  const id = await upload(person, 'plan.txt', 'A plan');
  await enterAs(page, person);
  await page.goto('/directory');
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**/api/documents/${id}`, async (route) => {
    await asked;
    await route.continue();
  });
  await page.locator('[data-id]').dblclick();
  await expect(page.getByRole('dialog')).toHaveAccessibleName('plan.txt');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Download' })).toHaveCount(0);
  answer();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Download' })).toBeVisible();
});
