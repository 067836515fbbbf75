import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** The last is the one that tests begin with. */
const looks = [
  { name: 'phone', viewport: phone, colorScheme: 'light' },
  { name: 'dark', viewport: desktop, colorScheme: 'dark' },
  { name: 'light', viewport: desktop, colorScheme: 'light' },
] as const;

/** In each look the page, with whatever is open on it, fits the window, and axe finds nothing. */
export async function expectSound(page: Page): Promise<void> {
  for (const { name, viewport, colorScheme } of looks) {
    await test.step(name, async () => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      // The page hears of its new size a moment after the window has it.
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(overflow, { message: `pixels wider than the window (${name})` }).toBeLessThanOrEqual(0);
      await expectAccessible(page);
    });
  }
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];

export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(allTransitionsEnd);
  // The other mode opens one more page to gather what was found in frames of other origins; we have none.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(tags)
    .setLegacyMode();
  const { violations } = await axe.analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${help} (${target.join(' ')}) ${html.slice(0, 160)}`),
  );
  expect(found, 'violations found by axe').toEqual([]);
}

/** Colours on their way to another have too little contrast now and then. */
async function allTransitionsEnd(): Promise<void> {
  const running = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(running.map(({ finished }) => finished));
}
