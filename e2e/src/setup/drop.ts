import type { Page } from '@playwright/test';

/** A real drop, through the browser's protocol: a script cannot drop folders. */
export async function drop(page: Page, files: string[], before?: () => Promise<void>): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    browser.send('Input.dispatchDragEvent', {
      type,
      x: 600,
      y: 400,
      data: { items: [], files, dragOperationsMask: 1 },
    });
  await drag('dragEnter');
  await drag('dragOver');
  await before?.();
  await drag('drop');
}
