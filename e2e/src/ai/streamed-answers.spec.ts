import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type ModelsSandbox, startModels } from '@sheaf/sandbox';
import { launch, ready } from '../../../server/src/testing/processes/program.ts';
import { expectMarked, found, upload } from '../setup/documents.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson, type Person } from '../setup/people.ts';
import { test as base, expect } from '../setup/test.ts';

interface Chat {
  url: string;
  models: ModelsSandbox;
  /** Gives the person a lease that has been read. */
  reader: Person;
}

/** A server of its own, with a model that follows the tests' scripts. */
const test = base.extend<object, { chat: Chat }>({
  chat: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures a fixture needs from here
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'sheaf-e2e-ai-'));
      // PostgreSQL runs as another user where the tests run as root, and needs access to its folder below.
      await chmod(folder, 0o755);
      const models = await startModels();
      const program = await launch({
        SHEAF_DATA_DIR: folder,
        AI_PROVIDER: 'openai',
        AI_MODEL: 'scripted',
        AI_API_KEY: 'a-key',
        AI_URL: models.openaiUrl,
      });
      try {
        await ready(program);
        const { url } = program;
        const reader = await newPerson({ server: url });
        await upload(reader, 'Lease.txt', lease, url);
        await found(reader, 'notice');
        await use({ url, models, reader });
      } finally {
        program.child.kill();
        await program.ended;
        await models.stop();
        await rm(folder, { recursive: true, force: true });
      }
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ chat }, use) => use(chat.url),
});
// One after another on one server, because its model follows one script at a time.
test.describe.configure({ mode: 'default' });

const lease = `${'This paragraph says nothing of interest.\n\n'.repeat(60)}
Notice has to be given three months before the end of a quarter.`;
const question = 'How much notice has to be given?';
const quote = 'three months before the end of a quarter';

const answer = (page: Page): Locator => page.getByRole('article', { name: 'Answer' });
const questions = (page: Page): Locator => page.getByRole('paragraph').filter({ hasText: question });

async function ask(page: Page): Promise<void> {
  await page.goto('/ai-chat');
  const field = page.getByRole('textbox', { name: 'Ask a question about your files' });
  await field.fill(question);
  await field.press('Enter');
}

test('an answer grows while it is written, and its source opens at the passage', { tag: '@sound' }, async ({
  page,
  chat,
}) => {
  const [more, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  chat.models.say([
    { text: 'You have to give ' },
    { until: more.promise },
    { text: 'three months’ notice' },
    { until: rest.promise },
    { text: ` [[1: "${quote}"]].` },
  ]);
  await enterAs(page, chat.reader);
  await ask(page);
  await expect(answer(page)).toHaveText('You have to give');
  await expect(answer(page)).toHaveAttribute('aria-busy', 'true');
  more.resolve();
  await expect(answer(page)).toHaveText('You have to give three months’ notice');
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await expectSound(page);
  expect(chat.models.open()).toBe(1);
  rest.resolve();
  await expect(answer(page)).not.toHaveAttribute('aria-busy');
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden();
  await answer(page)
    .getByRole('button', { name: /^Source 1: Lease.txt/ })
    .click();
  await expectMarked(page.getByRole('dialog', { name: 'Lease.txt' }), quote);
});

test('Stop ends the answer, and the text so far is kept', async ({ page, chat }) => {
  chat.models.say([{ text: 'Three months, I think' }, { until: new Promise(() => {}) }]);
  await enterAs(page, chat.reader);
  await ask(page);
  await expect(answer(page)).toHaveText('Three months, I think');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(answer(page)).toContainText('You stopped this answer.');
  await expect(answer(page)).toContainText('Three months, I think');
  await expect.poll(() => chat.models.open()).toBe(0);
  await page.reload();
  await expect(answer(page)).toContainText('Three months, I think');
  await expect(questions(page)).toHaveCount(1);
});

test('a provider that fails is named as the cause, and the question is kept', { tag: '@long' }, async ({
  page,
  chat,
}) => {
  const refusal = { status: 400 };
  chat.models.say(refusal, refusal, refusal);
  await enterAs(page, chat.reader);
  await ask(page);
  await expect(page.getByRole('alert')).toContainText('Your question is kept');
  await expect(questions(page)).toHaveCount(1);
  await expectSound(page);
  await page.reload();
  await expect(page.getByText('This question has no answer yet.')).toBeVisible();
  chat.models.say([{ text: `Three months [[1: "${quote}"]]` }, { cut: true }]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(answer(page)).toContainText('This answer was cut off.');
  await expect(answer(page)).toContainText('Three months');
  await expect(questions(page)).toHaveCount(1);
});
