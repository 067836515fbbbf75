import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** The last is the one that tests begin with. */
const looks = [
  { name: 'phone', viewport: phone, colorScheme: 'light', rules: 'all' },
  // The same page as in light, in other colours.
  { name: 'dark', viewport: desktop, colorScheme: 'dark', rules: 'of colours' },
  { name: 'light', viewport: desktop, colorScheme: 'light', rules: 'all' },
] as const;

/** In each look the page, with whatever is open on it, fits the window, and axe finds nothing. */
export async function expectSound(page: Page): Promise<void> {
  for (const { name, viewport, colorScheme, rules } of looks) {
    await test.step(name, async () => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      // The page hears of its new size a moment after the window has it.
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(overflow, { message: `pixels wider than the window (${name})` }).toBeLessThanOrEqual(0);
      await expectAccessible(page, rules);
    });
  }
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];
const rulesOfColours = ['color-contrast', 'link-in-text-block'];

export async function expectAccessible(page: Page, rules: 'all' | 'of colours' = 'all'): Promise<void> {
  await page.evaluate(allTransitionsEnd);
  // The other mode opens one more page to gather what was found in frames of other origins; we have none.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await (rules === 'all' ? axe.withTags(tags) : axe.withRules(rulesOfColours)).analyze();
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
