import { writeFileSync } from 'node:fs';
import { documents } from '@sheaf/contract';
import { connect, sync } from '../setup/apps.ts';
import { row, upload } from '../setup/documents.ts';
import { drop } from '../setup/drop.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, inBackground, test } from '../setup/test.ts';

test('a file that is dropped into a Dropbox folder arrives there, and its row stays', async ({ page }, info) => {
  const person = await newPerson();
  const dropbox = await connect(person, 'dropbox', 'chen');
  const folder = `Dropped ${Date.now()}`;
  await dropbox.cloud('mkdir', { person: 'chen', path: `/${folder}` });
  await sync(person, dropbox);
  const file = info.outputPath('letter.txt');
  writeFileSync(file, 'Dear Chen');

  await enterAs(page, person);
  await page.goto(`/directory?place=${dropbox.account.id}`);
  await row(page, folder).dblclick();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(folder);
  await drop(page, [file], () => expect(page.getByText(`Drop to upload to ${folder}`)).toBeVisible());
  await expect(row(page, 'letter.txt')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Uploads' })).toContainText('1 file uploaded', inBackground);
  await expect(row(page, 'letter.txt').getByRole('img', { name: 'Uploading to Dropbox…' })).toBeHidden();
  const bytes = await dropbox.cloud<string>('read', { person: 'chen', path: `/${folder}/letter.txt` });
  expect(Buffer.from(bytes, 'base64').toString()).toBe('Dear Chen');
  const { data } = await person.call(documents.list, { query: { account_id: dropbox.account.id } });
  expect(data.filter(({ name }) => name === 'letter.txt')).toMatchObject([{ uploading: null, content: 'stored' }]);
  await expectSound(page);
});

test('a file is copied with the keyboard to a folder of Dropbox, and one is dragged into a folder', {
  tag: '@long',
}, async ({ page }) => {
  const person = await newPerson();
  const dropbox = await connect(person, 'dropbox', 'chen');
  const folder = `Pasted ${Date.now()}`;
  await dropbox.cloud('mkdir', { person: 'chen', path: `/${folder}` });
  await sync(person, dropbox);
  await upload(person, 'notes.txt', 'Notes');
  await upload(person, 'draft.txt', 'Draft');
  await person.call(documents.createFolder, { body: { name: 'Old drafts', parent_id: null } });

  await enterAs(page, person);
  await page.goto('/directory?place=my-files');
  await row(page, 'draft.txt').dragTo(row(page, 'Old drafts'));
  await expect(page.getByText('Moved to Old drafts')).toBeVisible();
  await expect(row(page, 'draft.txt')).toBeHidden();
  await row(page, 'notes.txt').click();
  await page.keyboard.press('Control+c');
  await page
    .getByRole('navigation', { name: 'Places' })
    .getByRole('link', { name: /^Dropbox/ })
    .click();
  await row(page, folder).dblclick();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(folder);
  await page.keyboard.press('Control+v');
  await expect(page.getByText(`Copying 1 item to ${folder}…`)).toBeVisible();
  await expect(row(page, 'notes.txt')).toBeVisible(inBackground);
  const bytes = await dropbox.cloud<string>('read', { person: 'chen', path: `/${folder}/notes.txt` });
  expect(Buffer.from(bytes, 'base64').toString()).toBe('Notes');
});
