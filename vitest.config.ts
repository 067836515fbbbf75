import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const everything = ['{contract,connectors,sandbox,server,web,bench}/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'];

/**
 * These have a process of their own: they replace modules, change the user of their process, or measure its memory.
 * All others follow one another in a few processes, so that each process loads the program once and not for every file.
 */
const alone = [
  'connectors/src/gmail/hostile.test.ts',
  'sandbox/src/google/gmail/gmail.test.ts',
  'server/src/db/embedded/embedded.test.ts',
  'server/src/features/sync/threads/slices.test.ts',
  'server/src/features/transfers/run/grown.test.ts',
  'server/src/platform/images/square-image.test.ts',
  'web/src/app/{carry-organization,guards,router}.test.ts',
];

/** Ten processes that take the machine for themselves: beside others they would only be slower. */
const cluster = ['server/src/cluster/**/*.test.ts'];

const options = {
  exclude: ['**/node_modules/**', '**/dist/**'],
  environment: 'node',
  // Processes, not threads: tests change uid and listen to signals.
  pool: 'forks' as const,
  // A third of their time they wait, so two cores have room for three.
  maxWorkers: Math.max(3, availableParallelism() - 1),
  setupFiles: ['scripts/test/random-cases.ts'],
  // Of one second, a busy machine makes failures.
  expect: { poll: { timeout: 90_000, interval: 25 } },
  // For what hangs; only a test that fails takes so long.
  testTimeout: 120_000,
  hookTimeout: 240_000,
  retry: 0,
};

export default defineConfig({
  test: {
    ...options,
    globalSetup: ['server/src/testing/global-setup.ts'],
    projects: [
      { test: { ...options, name: 'alone', include: alone, isolate: true } },
      { test: { ...options, name: 'cluster', include: cluster } },
      {
        test: {
          ...options,
          name: 'together',
          include: everything,
          exclude: [...options.exclude, ...alone, ...cluster],
          isolate: false,
        },
      },
    ],
  },
});
