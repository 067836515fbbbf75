import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { connect, sync } from '../setup/apps.ts';
import { row, rows, test, upload } from '../setup/documents.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, inBackground } from '../setup/test.ts';

const places = (page: Page) => page.getByRole('navigation', { name: 'Places' });
const textFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  base64: Buffer.from(text).toString('base64'),
});

test('a label is read newest first, with unread threads marked and attachments inside their thread', {
  tag: '@long',
}, async ({ page }) => {
  const person = await newPerson();
  const gmail = await connect(person, 'gmail', 'chen');
  const label = `Orchard ${randomUUID()}`;
  const labelId = await gmail.cloud<string>('addLabel', { person: 'chen', name: label });
  const mail = (subject: string, more: object = {}) =>
    gmail.cloud<string>('addMail', { person: 'chen', subject, text: `About ${subject}`, labelIds: [labelId], ...more });
  const first = await mail('Zinnias', { files: [textFile('seeds.txt', 'Forty seeds')] });
  await mail('Apples');
  const reply = await mail('Re: Zinnias', {
    answers: first,
    labelIds: [labelId, 'UNREAD'],
    files: [textFile('plan.txt', 'Sow, then reap')],
  });
  const choice = { chat_selected: [{ id: labelId, name: label }] };
  await sync(person, gmail, choice);
  await enterAs(page, person);
  await page.goto('/directory');
  await places(page)
    .getByRole('link', { name: /^Gmail/ })
    .click();
  await row(page, label).dblclick();

  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('Zinnias');
  await expect(page.getByRole('columnheader', { name: 'Last update' })).toHaveAttribute('aria-sort', 'descending');
  const thread = row(page, 'Zinnias');
  await expect(thread.getByRole('img', { name: '2 attachments' })).toBeVisible();
  await expect(thread.getByRole('img', { name: 'Unread' })).toBeVisible();
  await expect(row(page, 'Apples').getByRole('img', { name: /attachment|Unread/ })).toHaveCount(0);
  await expectSound(page);

  await thread.dblclick();
  const dialog = page.getByRole('dialog');
  const frame = dialog.locator('iframe').contentFrame();
  await expect(frame.getByText('About Re: Zinnias')).toBeVisible();
  const saved = page.waitForEvent('download');
  await frame.getByRole('button', { name: 'Download plan.txt' }).click();
  expect((await saved).suggestedFilename()).toBe('plan.txt');
  await frame.getByRole('button', { name: /^seeds\.txt/ }).click();
  await expect(dialog).toHaveAccessibleName('seeds.txt');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // Marked as read at the source: the open list follows the next sync.
  await gmail.cloud('modifyMail', { person: 'chen', id: reply, remove: ['UNREAD'] });
  await sync(person, gmail, choice);
  await expect(thread.getByRole('img', { name: 'Unread' })).toHaveCount(0, inBackground);
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(rows(page).first()).toContainText('Apples');
});

test('Recent shows what a person opened or changed, newest first', async ({ page }) => {
  const person = await newPerson();
  await upload(person, 'first.txt', 'First');
  await upload(person, 'second.txt', 'Second');
  await enterAs(page, person);
  await page.goto('/directory');
  const recent = places(page).getByRole('link', { name: 'Recent' });
  await recent.click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('second.txt');
  await row(page, 'first.txt').dblclick();
  await expect(page.getByRole('dialog')).toHaveAccessibleName('first.txt');
  await page.keyboard.press('Escape');
  await places(page).getByRole('link', { name: 'My files' }).click();
  await recent.click();
  await expect(rows(page).first()).toContainText('first.txt');
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=name/);
});
