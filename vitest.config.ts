import { defineConfig } from 'vitest/config';
import { useScratchFolder } from './scripts/test/scratch.mjs';

useScratchFolder();

const everything = ['{contract,connectors,sandbox,server,web,bench}/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'];

/**
 * These have a process of their own: they replace modules, change the user of their process, or measure its memory.
 * All others follow one another in a few processes, so that each process loads the program once and not for every file.
 */
const alone = [
  'connectors/src/gmail/hostile.test.ts',
  'sandbox/src/google/gmail/gmail.test.ts',
  'server/src/platform/images/square-image.test.ts',
  'web/src/app/router/{carry-organization,guards,router}.test.ts',
];

/** Pages and dialogs in the DOM of happy-dom, with a server that answers from a table (see web/src/testing/). */
const components = ['web/src/**/*.test.tsx'];

/** Not part of `npm test`: they take long, start many processes or real servers, or measure memory. */
const long = ['**/*.long.test.ts'];

/** Ten processes that take the machine for themselves: beside others they would only be slower. */
const cluster = ['server/src/cluster/**/*.long.test.ts'];

const options = {
  exclude: ['**/node_modules/**', '**/dist/**'],
  environment: 'node',
  // Processes, not threads: tests change uid and listen to signals.
  pool: 'forks' as const,
  // One for each core of a small machine: more would only make each of them slower.
  maxWorkers: 2,
  setupFiles: ['scripts/test/random-cases.ts', 'server/src/testing/recording/setup.ts'],
  // The 1 s default is too short on a busy machine.
  expect: { poll: { timeout: 30_000, interval: 25 } },
  // For tests that hang: a virtual machine whose host is busy may get a tenth of its processors for minutes.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  retry: 0,
};

const longOptions = {
  ...options,
  expect: { poll: { timeout: 60_000, interval: 25 } },
  testTimeout: 240_000,
  hookTimeout: 240_000,
};

export default defineConfig({
  test: {
    ...options,
    globalSetup: ['server/src/testing/global-setup.ts'],
    projects: [
      {
        test: {
          ...options,
          name: 'together',
          include: everything,
          exclude: [...options.exclude, ...alone, ...components, ...long],
          isolate: false,
        },
      },
      { test: { ...options, name: 'alone', include: alone } },
      {
        test: {
          ...options,
          name: 'components',
          include: components,
          environment: 'happy-dom',
          isolate: false,
          setupFiles: ['scripts/test/random-cases.ts', 'web/src/testing/browser.ts'],
        },
      },
      { test: { ...longOptions, name: 'long', include: long, exclude: [...options.exclude, ...cluster] } },
      { test: { ...longOptions, name: 'cluster', include: cluster } },
    ],
  },
});
