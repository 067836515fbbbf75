import type { Locator, Page } from '@playwright/test';
import { ai } from '@sheaf/contract';
import { expectMarked, found, row, selectionBar, upload } from '../setup/documents.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson, type Person } from '../setup/people.ts';
import { expect, test, tick, toast } from '../setup/test.ts';

const lease = `${'This paragraph says nothing of interest.\n\n'.repeat(60)}
Lease of the studio in Harbour Street.
The rent is 2,400 euros a month, due on the first. Notice has to be given three months before the end of a quarter.
Pets are not allowed in the building.`;
const handbook = 'The kitchen is cleaned on Fridays. Whoever drinks the last coffee makes new coffee.';

const rentQuestion = 'How much is the rent a month?';
const noticeQuestion = 'How much notice has to be given before the end of a quarter?';

const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Ask a question about your files' });
const answers = (page: Page): Locator => page.getByRole('article', { name: 'Answer' });
const conversations = (page: Page): Locator => page.getByRole('list', { name: 'Conversations' });

async function ask(page: Page, question: string): Promise<void> {
  await field(page).fill(question);
  // While an answer is being written, Enter does nothing.
  await expect(page.getByRole('button', { name: 'Ask', exact: true })).toBeEnabled();
  await field(page).press('Enter');
}

/** A person with two documents that have been read. */
async function reader(): Promise<Person & { leaseId: string }> {
  const person = await newPerson();
  const leaseId = await upload(person, 'Lease.txt', lease);
  await upload(person, 'Handbook.txt', handbook);
  for (const word of ['notice', 'kitchen']) await found(person, word);
  return { ...person, leaseId };
}

test('a question is answered with quotes whose numbers open the document at the passage', { tag: '@sound' }, async ({
  page,
}) => {
  await enterAs(page, await reader());
  await page.goto('/ai-chat');
  await expect(page.getByRole('heading', { name: 'Ask about your files' })).toBeVisible();
  await expect(page.getByText('No AI model is set up')).toBeVisible();
  await expect(field(page)).toBeFocused();
  await ask(page, noticeQuestion);
  await expect(page).toHaveURL(/\/ai-chat\?thread=/);
  await expect(answers(page)).toContainText('Notice has to be given three months');
  await expect(answers(page)).toContainText('Quotes from your files');
  await expect(page.getByRole('complementary', { name: 'Sources of the answer' })).toContainText('Lease.txt');
  await expect(field(page)).toBeFocused();
  await expectSound(page);
  await answers(page)
    .getByRole('button', { name: /^Source 1: Lease.txt/ })
    .first()
    .click();
  const preview = page.getByRole('dialog', { name: 'Lease.txt' });
  await expect(preview).toBeVisible();
  await expect(page).toHaveURL(/preview=/);
  await expectMarked(preview, 'Notice has to be given three months');
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  await expect(page).toHaveURL(/\/ai-chat\?thread=[\w-]+$/);
});

test('a conversation continues, a question is edited and answered again, and all of it survives a reload', {
  tag: '@long',
}, async ({ page }) => {
  await enterAs(page, await reader());
  await page.goto('/ai-chat');
  await ask(page, rentQuestion);
  await expect(answers(page)).toContainText('2,400 euros');
  await ask(page, 'And when is it due?');
  await expect(answers(page)).toHaveCount(2);
  await expect(answers(page).last()).toContainText('due on the first');
  await page.getByRole('button', { name: 'Edit question' }).first().click();
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('When is the kitchen cleaned?');
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect(answers(page)).toHaveCount(1);
  await expect(answers(page)).toContainText('The kitchen is cleaned on Fridays');
  await page.getByRole('button', { name: 'Answer again' }).click();
  await expect(page.getByRole('button', { name: 'Answer again' })).toBeVisible();
  await expect(answers(page)).toContainText('The kitchen is cleaned on Fridays');
  const helpful = page.getByRole('button', { name: 'Helpful', exact: true });
  const saved = page.waitForResponse(/\/feedback$/);
  await helpful.click();
  await expect(helpful).toHaveAttribute('aria-pressed', 'true');
  await saved;
  await page.reload();
  await expect(answers(page)).toContainText('The kitchen is cleaned on Fridays');
  await expect(helpful).toHaveAttribute('aria-pressed', 'true');
});

test('an answer without results says so, and the question is asked again in all files', { tag: '@long' }, async ({
  page,
}) => {
  const { leaseId, ...person } = await reader();
  await enterAs(page, person);
  await page.goto(`/ai-chat?documents=${leaseId}`);
  await expect(page.getByRole('list', { name: 'Answers come from' })).toContainText('Lease.txt');
  await ask(page, 'When is the kitchen cleaned?');
  await expect(answers(page)).toContainText('I found nothing in your files');
  await page.getByRole('button', { name: 'Ask in all files' }).click();
  await expect(answers(page)).toContainText('The kitchen is cleaned on Fridays');
  await expect(page.getByRole('list', { name: 'Answers come from' })).toContainText('All files');
});

test('the preview leads to questions about its document', { tag: '@long' }, async ({ page }) => {
  const { leaseId, ...person } = await reader();
  await enterAs(page, person);
  await page.goto(`/directory?preview=${leaseId}`);
  await page.getByRole('button', { name: 'Ask about this document' }).click();
  await expect(page).toHaveURL(`/ai-chat?documents=${leaseId}`);
  await expect(page.getByRole('list', { name: 'Answers come from' })).toContainText('Lease.txt');
  await ask(page, rentQuestion);
  await expect(answers(page)).toContainText('2,400 euros');
  await expect(page.getByRole('list', { name: 'Answers come from' })).toContainText('Lease.txt');
});

test('chosen documents can be asked about', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  await upload(person, 'Lease.txt', lease);
  await upload(person, 'Handbook.txt', handbook);
  await enterAs(page, person);
  await page.goto('/directory');
  await row(page, 'Lease.txt').click();
  await row(page, 'Handbook.txt').click({ modifiers: ['ControlOrMeta'] });
  await selectionBar(page).getByRole('button', { name: 'Ask about these' }).click();
  await expect(page).toHaveURL(/\/ai-chat\?documents=/);
  const scope = page.getByRole('list', { name: 'Answers come from' });
  await expect(scope).toContainText('Lease.txt');
  await scope.getByRole('button', { name: 'Remove Handbook.txt' }).click();
  await expect(scope).not.toContainText('Handbook.txt');
});

test('conversations are found, renamed, pinned, exported and deleted', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  for (const title of ['About the lease', 'About the kitchen']) await person.call(ai.createThread, { body: { title } });
  await enterAs(page, person);
  await page.goto('/ai-chat');
  const rows = conversations(page).getByRole('listitem');
  await expect(rows).toHaveText(['About the kitchen', 'About the lease']);
  await page.getByRole('button', { name: 'Actions for About the lease' }).click();
  await page.getByRole('menuitem', { name: 'Pin' }).click();
  await expect(rows).toHaveText(['About the lease', 'About the kitchen']);
  await page.getByRole('button', { name: 'Actions for About the kitchen' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name of the conversation' }).fill('Cleaning');
  await page.keyboard.press('Enter');
  await expect(rows).toHaveText(['About the lease', 'Cleaning']);
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('clean');
  await expect(rows).toHaveText(['Cleaning']);
  await rows.getByRole('button', { name: 'Cleaning', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Cleaning' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export conversation' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.md$/);
  await page.getByRole('button', { name: 'Actions for Cleaning' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete conversation' }).click();
  await expect(toast(page, 'Conversation deleted')).toBeVisible();
  await expect(page).toHaveURL('/ai-chat');
  expect((await person.call(ai.threads)).data.map(({ title }) => title)).toEqual(['About the lease']);
});

test('conversations are in a drawer and sources below the answer on a phone @long @phone', async ({ page }) => {
  await enterAs(page, await reader());
  await page.goto('/ai-chat');
  await field(page).fill(noticeQuestion);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(answers(page).getByRole('region', { name: 'Sources' })).toContainText('Lease.txt');
  await page.getByRole('button', { name: 'Conversations' }).click();
  const drawer = page.getByRole('dialog', { name: 'Conversations' });
  await expect(drawer.getByRole('button', { name: noticeQuestion, exact: true })).toBeVisible();
  await drawer.getByRole('button', { name: 'New conversation' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Ask about your files' })).toBeVisible();
});

test('an owner keeps apps out of answers and turns AI chat off', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  await enterAs(page, person);
  await page.goto('/settings/workspace');
  const apps = page
    .getByRole('combobox', { name: 'Apps kept out of answers' })
    .or(page.getByLabel('Apps kept out of answers'))
    .first();
  await apps.click();
  await page.getByRole('option', { name: 'Gmail' }).click();
  await expect(toast(page, 'AI settings saved')).toBeVisible();
  await page.keyboard.press('Escape');
  await tick(page.getByRole('checkbox', { name: 'Answer questions in this workspace' }), false);
  await expect(toast(page, 'AI chat is off')).toBeVisible();
  expect((await person.call(ai.settings)).data).toMatchObject({ enabled: false, excluded_sources: ['gmail'] });
  await page.goto('/ai-chat');
  await expect(page.getByRole('heading', { name: 'AI chat is off in this workspace' })).toBeVisible();
  await expectSound(page);
});

test('Escape stops, and the question stays', { tag: '@long' }, async ({ page }) => {
  await enterAs(page, await newPerson());
  await page.goto('/ai-chat');
  await page.route('**/api/ai/threads/*/messages', () => {});
  await ask(page, rentQuestion);
  await expect(answers(page)).toContainText('Searching your files');
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alert')).toContainText('You stopped this question');
  await page.unroute('**/api/ai/threads/*/messages');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(answers(page)).toContainText('I found nothing in your files');
  await expect(page.getByRole('paragraph').filter({ hasText: rentQuestion })).toHaveCount(1);
});

test('an answer that fails is replaced by an error, and the question is asked again', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/^402 POST/);
  await enterAs(page, await reader());
  await page.goto('/ai-chat');
  await page.route('**/api/ai/threads/*/messages', (route) =>
    route.fulfill({
      status: 402,
      json: { message: 'Your plan includes 50 questions a month.', code: 'plan_limit' },
    }),
  );
  await ask(page, rentQuestion);
  await expect(page.getByRole('alert')).toContainText('Your plan includes 50 questions a month.');
  await expect(page.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/plans');
  await page.unroute('**/api/ai/threads/*/messages');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(answers(page)).toContainText('2,400 euros');
  await expect(page.getByRole('paragraph').filter({ hasText: rentQuestion })).toHaveCount(1);
});
