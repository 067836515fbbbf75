import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,connectors,sandbox,server,web,bench}/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    environment: 'node',
    // Processes, not threads: tests change uid and listen to signals.
    pool: 'forks',
    // Of two cores, vitest would leave one to itself.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: ['server/src/testing/global-setup.ts'],
    testTimeout: 40_000,
    hookTimeout: 60_000,
    retry: 0,
  },
});
