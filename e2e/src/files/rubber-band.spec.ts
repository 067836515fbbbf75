import type { Page } from '@playwright/test';
import { documents } from '@sheaf/contract';
import { chosen, row, rows, selectionBar } from '../setup/documents.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { boxOf, expect, test } from '../setup/test.ts';

const folders = 20;

/** Presses the button on the empty space beside the first card and drags to the middle of another. */
async function pullTo(page: Page, name: string): Promise<void> {
  const first = await boxOf(rows(page).first());
  await page.mouse.move(first.x - 8, first.y + 4);
  await page.mouse.down();
  const { x, y, width, height } = await boxOf(row(page, name));
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
}

test('a rectangle drawn beside the cards selects them and scrolls the page, and cards can still be dragged', {
  tag: '@long',
}, async ({ page }) => {
  const person = await newPerson();
  for (let n = 1; n <= folders; n += 1)
    await person.call(documents.createFolder, { body: { name: `Folder ${10 + n}`, parent_id: null } });
  await enterAs(page, person);
  await page.setViewportSize({ width: 1000, height: 600 });
  await page.goto('/directory?place=my-files&view=grid&sort=name');
  await expect(rows(page)).toHaveCount(folders);

  await pullTo(page, 'Folder 12');
  await expect(chosen(page)).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(chosen(page)).toHaveCount(0);
  await page.mouse.up();
  await expect(chosen(page)).toHaveCount(0);

  await pullTo(page, 'Folder 12');
  await page.mouse.up();
  await expect(selectionBar(page)).toContainText('2 selected');
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('');

  // At the lower edge, the page scrolls to its end, and everything in the rectangle is selected.
  await pullTo(page, 'Folder 12');
  await page.mouse.move(990, 595);
  await expect(chosen(page)).toHaveCount(folders);
  await page.mouse.up();
  await page.keyboard.press('Escape');
  await expect(chosen(page)).toHaveCount(0);

  await page.evaluate(() => window.scrollTo(0, 0));
  await row(page, 'Folder 12').dragTo(row(page, 'Folder 11'));
  await expect(page.getByText('Moved to Folder 11')).toBeVisible();
  await expect(rows(page)).toHaveCount(folders - 1);
});
