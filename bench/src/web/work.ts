import type { Page } from '@playwright/test';

/**
 * What people do in the Directory. Input is sent as from mouse and keyboard. The page is polled only ten times a second,
 * since polling runs on the thread that is measured.
 */
export const work: Record<string, (page: Page) => Promise<void>> = {
  'ten pages on': async (page) => {
    for (let n = 2; n <= 11; n++) {
      await clickAt(page, '[aria-label="Next page"]');
      await until(
        page,
        (number) => document.querySelector('nav[aria-label=Pages] [aria-current=page]')?.textContent === number,
        `${n}`,
      );
      await rest(page);
    }
  },
  'click, Shift and Ctrl': async (page) => {
    for (const [row, key] of [[1], [8, 'Shift'], [3, 'Control'], [10, 'Control'], [14, 'Shift'], [5]] as const) {
      if (key) await page.keyboard.down(key);
      await clickAt(page, `tbody tr:nth-child(${row})`);
      if (key) await page.keyboard.up(key);
      await rest(page);
    }
  },
  'Ctrl+A, arrows, Escape': async (page) => {
    await clickAt(page, 'tbody tr:nth-child(3)');
    for (const key of [
      'Control+a',
      ...Array(6).fill('ArrowDown'),
      ...Array(6).fill('Shift+ArrowUp'),
      'Control+a',
      'Escape',
    ]) {
      await page.keyboard.press(key);
      await rest(page);
    }
  },
  'preview, opened and closed': async (page) => {
    for (const row of [2, 3, 4]) {
      await clickAt(page, `tbody tr:nth-child(${row})`);
      await rest(page);
      await page.keyboard.press(' ');
      await until(page, () => Boolean(document.querySelector('[role=dialog] h2, [role=dialog] [role=tabpanel]')));
      await rest(page);
      await page.keyboard.press('Escape');
      await until(page, () => !document.querySelector('[role=dialog]'));
      await rest(page);
    }
  },
};

async function clickAt(page: Page, selector: string): Promise<void> {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`There is no ${selector}`);
  // Not at the ends of a row, where the checkbox and the menu are.
  await page.mouse.click(box.x + Math.min(box.width / 2, 200), box.y + box.height / 2);
}

async function until(page: Page, come: (given: string) => boolean, given = ''): Promise<void> {
  await page.waitForFunction(come, given, { polling: 100 });
}

/** Waits until the page is idle. */
const rest = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 300 })));
