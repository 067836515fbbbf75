import { expect, type Frame, type Page, test } from '@playwright/test';
import axe, { type RunOnly } from 'axe-core';
import { desktop, phone } from './viewports.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const everything: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] };
const contrast: RunOnly = { type: 'rule', values: ['color-contrast'] };

/** Dark colors can change only contrast, and a phone only what fits. The last is the default of the tests. */
const looks = [
  { name: 'phone', viewport: phone, colorScheme: 'light', rules: undefined },
  { name: 'dark', viewport: desktop, colorScheme: 'dark', rules: contrast },
  { name: 'light', viewport: desktop, colorScheme: 'light', rules: everything },
] as const;

/**
 * Checks that in each look the page, with everything that is open on it, fits the window, and that axe finds nothing.
 * That takes longer than most journeys, so only the long suite does it; a journey that calls this has the tag @sound
 * and is part of both.
 */
export async function expectSound(page: Page): Promise<void> {
  if (test.info().project.name.startsWith('journeys')) return;
  for (const { name, viewport, colorScheme, rules } of looks) {
    await test.step(name, async () => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      // The page learns its new size a moment after the window.
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(overflow, { message: `pixels wider than the window (${name})` }).toBeLessThanOrEqual(0);
      if (rules) await expectAccessible(page, rules);
    });
  }
}

/**
 * Polls until the page is at rest, because elements that are about to be replaced are pale, which counts as low
 * contrast.
 */
export async function expectAccessible(page: Page, rules = everything): Promise<void> {
  // One check takes long on a busy machine.
  const patience = { message: 'violations found by axe', timeout: 60_000 };
  await expect.poll(() => violationsOf(page, rules), patience).toEqual([]);
}

async function violationsOf(page: Page, rules: RunOnly): Promise<string[]> {
  await page.evaluate(allTransitionsEnd);
  const added = await Promise.allSettled(page.frames().map(addAxe));
  const refused = added.filter((one) => one.status === 'rejected').map(({ reason }) => String(reason));
  // A frame disappeared or reloaded meanwhile, so the page is not at rest.
  if (refused.length > 0) return refused;
  return page.evaluate(async (runOnly) => {
    const { violations } = await window.axe.run({ resultTypes: ['violations'], runOnly });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, html }) => `${id}: ${help} (${target.join(' ')}) ${html.slice(0, 160)}`),
    );
  }, rules);
}

/** Injects axe once for each page, which takes longer than a check. Axe in the page calls its copies in the frames. */
async function addAxe(frame: Frame): Promise<void> {
  // A frame that is still loading loses it.
  await frame.waitForLoadState();
  if (await frame.evaluate(() => 'axe' in window)) return;
  await frame.evaluate(`${axe.source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });`);
}

/** During a color transition the contrast may be too low. */
async function allTransitionsEnd(): Promise<void> {
  const running = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(running.map(({ finished }) => finished));
}
