import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { newPerson, type Person } from './people.ts';
import { Problems } from './problems.ts';

export { expect } from '@playwright/test';

interface TestFixtures {
  problems: Problems;
}
interface WorkerFixtures {
  /** Verified. Shared by tests that don't change the person. */
  member: Person;
  /** Not verified yet. Shared in the same way. */
  newcomer: Person;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  problems: [
    async ({ context, baseURL }, use) => {
      const problems = new Problems();
      problems.watch(context, baseURL!);
      await use(problems);
      const unexpected = problems.unexpected();
      // Requests that routes still handle when the page closes would count as errors of the test.
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      expect(unexpected, 'problems of the page').toEqual([]);
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures a fixture needs from here
  member: [async ({}, use) => use(await newPerson()), { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  newcomer: [async ({}, use) => use(await newPerson({ verified: false })), { scope: 'worker' }],
});

/**
 * How long to poll for what the worker does. Longer than the 30 seconds of other polls: all tests share one worker, which may
 * have the syncs and transfers of others to do first.
 */
export const inBackground = { timeout: 90_000 };

/** The box of an element; NaN while it is not drawn, so that polls continue. */
export const boxOf = async (thing: Locator) =>
  (await thing.boundingBox()) ?? { x: Number.NaN, y: Number.NaN, width: Number.NaN, height: Number.NaN };

export const toast = (page: Page, text: string | RegExp): Locator => page.getByRole('alert').filter({ hasText: text });

/** Everything in local storage. */
export const stored = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }));

/** Types a value, leaves the field, and expects the message below it; no message if undefined. */
export async function expectMessage(field: Locator, value: string, message: string | undefined): Promise<void> {
  await field.fill(value);
  await field.blur();
  await expect(field).toHaveAccessibleDescription(message ?? '');
  if (message) await expect(field).toHaveAttribute('aria-invalid', 'true');
}

/**
 * Checks or unchecks a checkbox or radio button. Playwright's own `check` fails if the page shows the choice a moment
 * after the click, as it does with settings that are saved at once.
 */
export async function tick(box: Locator, on = true): Promise<void> {
  if ((await box.isChecked()) !== on) await box.click();
  await expect(box).toBeChecked({ checked: on });
}

/** The six boxes for a code. */
export const codeField = (page: Page): Locator => page.getByRole('group', { name: 'Code' });

/** Types a code into the six boxes, which pass the focus on. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Digit 1 of 6' }).click();
  await page.keyboard.type(code);
}

/** Empties the boxes from the last to the first. */
export async function clearCode(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Digit 6 of 6' }).click();
  for (let n = 6; n > 0; n -= 1) await page.keyboard.press('Backspace');
}
