import type { Locator, Page } from '@playwright/test';
import { search } from '@sheaf/contract';
import { upload as uploadTo } from '../../../server/src/testing/upload.ts';
import { connect, sync } from './apps.ts';
import { origin } from './origin.ts';
import { newPerson, type Person } from './people.ts';
import { test as base, expect, inBackground } from './test.ts';

interface WorkerFixtures {
  /**
   * A person with a Google Drive of some hundred documents. Shared: tests work with labels and collections of their
   * own.
   */
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
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** Uploads a file to the person's My files; returns its id. */
export const upload = ({ token }: Person, name: string, bytes: Uint8Array | string, server = origin): Promise<string> =>
  uploadTo(server, token, name, bytes);

/** Waits until this is found in contents, which are read in the background. */
export const found = ({ call }: Person, q: string): Promise<void> =>
  expect
    .poll(
      async () => (await call(search.find, { query: { q } })).data.flatMap(({ passages }) => passages).length,
      inBackground,
    )
    .toBeGreaterThan(0);

export const rows = (page: Page): Locator => page.locator('[data-id]');
export const row = (page: Page, name: string): Locator => rows(page).filter({ hasText: name }).first();
export const chosen = (page: Page): Locator => page.locator('[data-id][aria-selected=true]');
export const selectionBar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Selection' });

export async function chooseFromMenu(page: Page, name: string, item: string): Promise<void> {
  await row(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Expects this text to be marked and in view in the frame of a preview. */
export async function expectMarked(preview: Locator, text: string): Promise<void> {
  const viewer = preview.locator('iframe').contentFrame().locator('body');
  // A frame that is still loading can't be queried.
  await expect(viewer).toContainText(text);
  const marked = () => viewer.evaluate(() => [...(CSS.highlights.get('mark') ?? [])].map(String).join(''));
  await expect.poll(marked).toContain(text);
  const isInView = () =>
    viewer.evaluate(() => {
      const [range] = CSS.highlights.get('mark') ?? [];
      if (!(range instanceof Range)) return false;
      const { top, bottom } = range.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  await expect.poll(isInView).toBe(true);
}
