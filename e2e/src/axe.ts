import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];

/** The whole page, with whatever is open on it. */
export async function expectAccessible(page: Page): Promise<void> {
  // The other mode opens another page to gather what was found in frames of other origins; we have none.
  const { violations } = await new AxeBuilder({ page }).withTags(tags).setLegacyMode().analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${help} (${target.join(' ')}) ${html.slice(0, 160)}`),
  );
  expect(found, 'violations found by axe').toEqual([]);
}
