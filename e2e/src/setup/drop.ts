import { expect, type Page } from '@playwright/test';

/** The drag events that the page has received, and its answers. */
const heardOf = (page: Page): Promise<string[]> => page.evaluate(() => JSON.parse(document.body.dataset.drag ?? '[]'));

/** Records drag events from now on, in an attribute of the page's body. */
const record = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const heard: string[] = [];
    const note = ({ type, target, dataTransfer }: DragEvent) => {
      heard.push(`${type} on ${(target as Element).tagName}: ${dataTransfer?.dropEffect}`);
      document.body.dataset.drag = JSON.stringify(heard);
    };
    for (const type of ['dragenter', 'dragover', 'dragleave', 'drop'] as const) window.addEventListener(type, note);
  });

/**
 * A real drop through the browser's protocol, because a script cannot drop folders. Fails with the events that the page
 * received.
 */
export async function drop(page: Page, files: string[], before?: () => Promise<void>): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    browser.send('Input.dispatchDragEvent', {
      type,
      x: 600,
      y: 400,
      data: { items: [], files, dragOperationsMask: 1 },
    });
  await record(page);
  await drag('dragEnter');
  await drag('dragOver');
  await before?.();
  await drag('drop');
  await expect.poll(() => heardOf(page)).toContainEqual(expect.stringMatching(/^drop /));
}
