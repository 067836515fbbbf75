/**
 * Tests with random cases (fast-check) use the same ones in every run, so that a run is about the change it checks.
 * `TEST_SEED=random` uses others, `TEST_SEED=<number>` those of a seed, and `TEST_PATH` starts at the one that failed.
 */
import fc from 'fast-check';

const { TEST_SEED = '1', TEST_PATH } = process.env;
const seed = TEST_SEED === 'random' ? Date.now() % 1_000_000_000 : Number(TEST_SEED);
if (!Number.isSafeInteger(seed)) throw new Error(`TEST_SEED should be a whole number or random, not ${TEST_SEED}.`);

fc.configureGlobal({
  seed,
  ...(TEST_PATH && { path: TEST_PATH }),
  reporter(run) {
    if (!run.failed) return;
    const path = run.counterexamplePath ? ` TEST_PATH=${run.counterexamplePath}` : '';
    const again = `To run this case again: TEST_SEED=${run.seed}${path} npx vitest run <file> -t '<test>'`;
    throw new Error(`${fc.defaultReportMessage(run)}\n\n${again}`, { cause: run.errorInstance });
  },
});
