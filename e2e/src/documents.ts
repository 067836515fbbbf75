import type { Locator, Page } from '@playwright/test';
import { connect, sync } from './apps.ts';
import { newPerson, type Person } from './people.ts';
import { test as base } from './test.ts';

interface WorkerFixtures {
  /** Has a Google Drive with some hundred documents. Shared: tests work with labels and collections of their own. */
  librarian: Person;
}

export const test = base.extend<object, WorkerFixtures>({
  librarian: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures a fixture needs from here
    async ({}, use) => {
      const person = await newPerson({ name: 'Libby Example' });
      await sync(person, await connect(person, 'google-drive', 'ada'));
      await use(person);
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

export const rows = (page: Page): Locator => page.locator('[data-id]');
export const row = (page: Page, name: string): Locator => rows(page).filter({ hasText: name }).first();
export const chosen = (page: Page): Locator => page.locator('[data-id][aria-selected=true]');
export const selectionBar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Selection' });

export async function chooseFromMenu(page: Page, name: string, item: string): Promise<void> {
  await row(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
