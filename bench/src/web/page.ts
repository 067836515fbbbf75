import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumPath } from '../../../scripts/chromium.mjs';
import type { World } from '../world.ts';

/** A browser with a profile of its own, so with a cache on disk, and somebody signed in. */
export async function openBrowser(world: World) {
  const profile = await mkdtemp(join(tmpdir(), 'sheaf-bench-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'],
    // Tall enough for all rows and the pager below them, so that nothing has to be scrolled.
    viewport: { width: 1440, height: 1300 },
    baseURL: world.url,
  });
  const stored = {
    token: world.owner.token,
    org_id: world.organizationId,
    show: '1',
  };
  await context.addInitScript((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, Object.entries(stored));
  await context.addInitScript(noteFirstRows);
  const page = context.pages()[0] ?? (await context.newPage());
  const cdp = await context.newCDPSession(page);
  await cdp.send('Runtime.enable');
  await cdp.send('Runtime.addBinding', { name: 'rowsPainted' });
  return {
    page,
    cdp,
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** Runs in the page: marks when rows were first painted. */
function noteFirstRows(): void {
  const seen = new MutationObserver(() => {
    if (!document.querySelector('[data-id]')) return;
    seen.disconnect();
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.addEventListener('message', () => {
        const { startTime } = performance.mark('rows painted');
        (window as unknown as Record<string, (time: string) => void>).rowsPainted?.(`${startTime}`);
      });
      channel.port1.start();
      channel.port2.postMessage('');
    });
  });
  seen.observe(document, { childList: true, subtree: true });
}

/**
 * Opens the Directory in an empty page; milliseconds until rows are painted. The page reports it by itself: polling it
 * would run Playwright's own script on the thread that is measured.
 */
export async function firstRows(page: Page, cdp: CDPSession): Promise<number> {
  const painted = new Promise<string>((resolve) =>
    cdp.once('Runtime.bindingCalled', ({ payload }) => resolve(payload)),
  );
  await page.goto('/directory', { waitUntil: 'commit' });
  return Number(await painted);
}

export const throttle = (cdp: CDPSession, rate: number) => cdp.send('Emulation.setCPUThrottlingRate', { rate });
