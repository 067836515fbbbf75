import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumPath } from '../scripts/chromium.mjs';
import { desktop, phone } from './src/looks.ts';
import { origin } from './src/origin.ts';

const root = path.dirname(import.meta.dirname);

/** A second list replaces the one Playwright gives, so it has to hold those names as well. */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // A process in advance for a site that is never visited.
  'SpareRendererForSitePerProcess',
  // Pages that a whole Chromium draws its address bar with, for every window: half of the work of opening one.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

/** Every test runs on a desktop in light colours. Tests with a tag also run, or only run, in another look. */
export default defineConfig({
  testDir: 'src',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: origin,
    browserName: 'chromium',
    // Pictures of every step would take more time than the tests; `--trace on` takes them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    // Nothing moves, so what is looked at has arrived.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${disabledFeatures.join()}`,
      ],
    },
  },
  projects: [
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: desktop, colorScheme: 'light' } },
    { name: 'dark', grep: /@looks/, use: { viewport: desktop, colorScheme: 'dark' } },
    { name: 'phone', grep: /@looks|@phone/, use: { viewport: phone, colorScheme: 'light', hasTouch: true } },
  ],
  webServer: {
    command: 'exec node e2e/program.ts',
    cwd: root,
    url: `${origin}/api/ready`,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    timeout: 60_000,
  },
});
