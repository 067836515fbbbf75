import { randomUUID } from 'node:crypto';
import { connect, sync } from '../setup/apps.ts';
import { chooseFromMenu, row, upload } from '../setup/documents.ts';
import { enterAs, newPerson, type Person } from '../setup/people.ts';
import { expect, test } from '../setup/test.ts';

/** Syncs a mail with this subject. */
async function mailTo(person: Person, subject: string): Promise<void> {
  const gmail = await connect(person, 'gmail', 'chen');
  const label = `Label ${randomUUID()}`;
  const labelIds = [await gmail.cloud<string>('addLabel', { person: 'chen', name: label })];
  await gmail.cloud('addMail', { person: 'chen', subject, text: 'Words', labelIds });
  await sync(person, gmail, { chat_selected: [{ id: labelIds[0]!, name: label }] });
}

test('a mail thread is downloaded as a page', async ({ page }) => {
  const person = await newPerson();
  await mailTo(person, 'Wheat');
  await enterAs(page, person);
  await page.goto('/directory');
  const saved = page.waitForEvent('download');
  await chooseFromMenu(page, 'Wheat', 'Download');
  expect((await saved).suggestedFilename()).toBe('Wheat.html');
  await row(page, 'Wheat').dblclick();
  const answer = page.waitForResponse((response) => response.url().includes('/documents/download/'));
  await page.getByRole('dialog', { name: 'Wheat' }).getByRole('button', { name: 'Download' }).click();
  expect((await answer).headers()['content-type']).toBe('text/html; charset=utf-8');
});

test('the details of a thread give its type without its title, and its size', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  await mailTo(person, 'Done. I hope');
  await enterAs(page, person);
  await page.goto('/directory');
  await row(page, 'Done. I hope').dblclick();
  const dialog = page.getByRole('dialog', { name: 'Done. I hope' });
  await dialog.getByRole('tab', { name: 'File Details' }).click();
  const fact = (name: string) =>
    dialog
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd');
  await expect(fact('File type')).toHaveText('Email');
  await expect(fact('Size')).toHaveText(/^[\d.]+ (Bytes|KB)$/);
});

test('a download that gets no response is reported', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  await upload(person, 'plan.txt', 'A plan');
  await enterAs(page, person);
  await page.goto('/directory');
  await page.route('/api/documents/download/*', (route) => route.abort());
  await chooseFromMenu(page, 'plan.txt', 'Download');
  await expect(page.getByText('No connection to Sheaf. You’re still signed in')).toBeVisible();
});
