import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumPath } from '../scripts/chromium.mjs';
import { useScratchFolder } from '../scripts/test/scratch.mjs';
import { origin } from './src/setup/origin.ts';
import { desktop, phone } from './src/setup/viewports.ts';

useScratchFolder();
const root = path.dirname(import.meta.dirname);

/** This list replaces Playwright's own, so it has to include those names as well. */
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
  // Starts a process in advance for a site that is never visited.
  'SpareRendererForSitePerProcess',
  // Pages of Chromium's address bar: half of the work of opening a window.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

const onPhone = { viewport: phone, colorScheme: 'light', hasTouch: true } as const;

/**
 * A test runs on a desktop in light colors; with the tag @phone on a phone instead, and with @looks in every look. The
 * tag @long keeps it out of `npm test`; with @sound, the long suite checks its screens as well.
 */
export default defineConfig({
  testDir: 'src',
  outputDir: 'test-results',
  // One for each core of a small machine: more would only make each of them slower.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // For tests that hang. Even with ten times the load no test comes close.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  // Errors come last, because only the end of the output may remain where tests run unattended.
  reporter: [['./page-reporter.ts'], ['list']],
  use: {
    baseURL: origin,
    browserName: 'chromium',
    // Screenshots of every step would take more time than the tests; `--trace on` takes them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    // Without animations, elements are in their final place.
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
  // `npm test` runs the journeys, `npm run test:long` the rest.
  projects: [
    { name: 'journeys', grepInvert: /@long|@phone/, use: { viewport: desktop, colorScheme: 'light' } },
    { name: 'journeys-phone', grep: /@phone/, grepInvert: /@long/, use: onPhone },
    { name: 'long', grep: /@long|@sound/, grepInvert: /@phone/, use: { viewport: desktop, colorScheme: 'light' } },
    { name: 'long-phone', grep: [/@(long|sound).*@phone/, /@looks/], use: onPhone },
    { name: 'long-dark', grep: /@looks/, use: { viewport: desktop, colorScheme: 'dark' } },
  ],
  globalSetup: './src/setup/first-person.ts',
  webServer: {
    command: 'exec node e2e/program.ts',
    cwd: root,
    url: `${origin}/api/ready`,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    timeout: 180_000,
  },
});
