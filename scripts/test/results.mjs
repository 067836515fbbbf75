/** @typedef {{ passed: number, failed: number, skipped: number }} Results */

/** @returns {Results} the counts in the report of vitest's json reporter */
export function countVitest(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** @returns {Results} the counts in the report of Playwright's json reporter */
export function countPlaywright({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/**
 * The sum of all stages. A stage that failed without a failed test, such as a type error or a test file that does not
 * load, counts as one failure: the total never claims success for a failed run.
 *
 * @param {{ succeeded: boolean, results?: Results }[]} outcomes
 * @returns {Results}
 */
export function total(outcomes) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { succeeded, results = { passed: 0, failed: 0, skipped: 0 } } of outcomes) {
    sum.passed += results.passed;
    sum.failed += succeeded ? results.failed : Math.max(results.failed, 1);
    sum.skipped += results.skipped;
  }
  return sum;
}

/** @param {Results} results */
export function describe({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
