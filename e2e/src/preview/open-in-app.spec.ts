import { randomUUID } from 'node:crypto';
import { connect, sandboxPages, sync } from '../setup/apps.ts';
import { row } from '../setup/documents.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, test } from '../setup/test.ts';

test('a document that exists only in Google Drive is shown in a frame, and opens there', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(sandboxPages);
  const person = await newPerson();
  const drive = await connect(person, 'google-drive', 'chen');
  const [folder, name] = [`Forms ${randomUUID()}`, `Survey ${randomUUID()}`];
  const add = (given: object) => drive.cloud<string>('add', { person: 'chen', ...given });
  const id = await add({ name: folder, mimeType: 'application/vnd.google-apps.folder' });
  await add({ name, parent: id, mimeType: 'application/vnd.google-apps.form' });
  await sync(person, drive, { file_mode: 'selected', file_selected_folders: [{ id, name: folder }] });
  await enterAs(page, person);
  await page.goto('/directory');
  await row(page, name).click({ button: 'right' });
  await expect(page.getByRole('menuitem').first()).toHaveText('Open in Google Drive');
  await page.keyboard.press('Escape');
  await row(page, name).dblclick();
  const preview = page.getByRole('dialog', { name });
  await expect(preview.locator('iframe').contentFrame().getByRole('heading', { name })).toBeVisible();
  const link = preview.locator('header').getByRole('link', { name: 'Open in Google Drive' });
  await expect(link).toHaveAttribute('href', /\/_page\/google-drive\?name=/);
});
