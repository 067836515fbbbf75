import { expect, describe as group, it } from 'vitest';
import { countPlaywright, countVitest, describe, total } from './results.mjs';

const unit = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1 };
const browser = { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 } };

group('the last line of npm test', () => {
  it('adds up the tests of all stages', () => {
    const sum = total([
      { succeeded: true },
      { succeeded: true, results: countVitest(unit) },
      { succeeded: false, results: countPlaywright(browser) },
    ]);
    expect(describe(sum)).toBe('9 passed, 1 failed, 2 skipped');
  });

  it('leaves skipped tests out when there are none', () => {
    expect(describe(total([{ succeeded: true, results: { passed: 2, failed: 0, skipped: 0 } }]))).toBe(
      '2 passed, 0 failed',
    );
  });

  it('counts a stage that failed without a failed test', () => {
    expect(describe(total([{ succeeded: false }, { succeeded: false, results: countVitest(unit) }]))).toBe(
      '5 passed, 2 failed, 2 skipped',
    );
  });
});
