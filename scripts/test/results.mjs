import path from 'node:path';
import { root } from '../setup/runtime.mjs';

/**
 * @typedef {{ file: string, seconds: number, failed: number }} FileResult
 * @typedef {{ passed: number, failed: number, skipped: number, files: FileResult[], broken: boolean }} Results
 * `broken`: something failed that belongs to no file
 */

/** @returns {Results} what the report of vitest's json reporter says */
export function readVitest(report) {
  const files = report.testResults.map(({ name, startTime, endTime, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed').length;
    return {
      file: path.relative(root, name),
      seconds: Math.max(endTime - startTime, 0) / 1000,
      // A file that does not load has no tests.
      failed: status === 'failed' ? Math.max(failed, 1) : failed,
    };
  });
  return {
    passed: report.numPassedTests,
    failed: sum(files.map(({ failed }) => failed)),
    skipped: report.numPendingTests + report.numTodoTests,
    files,
    broken: !report.success && files.every(({ failed }) => failed === 0),
  };
}

/** @returns {Results} what the report of Playwright's json reporter says */
export function readPlaywright({ config, suites, stats, errors }) {
  const files = suites.map((suite) => {
    const tests = testsIn(suite);
    return {
      file: path.relative(root, path.join(config.rootDir, suite.file)),
      seconds: sum(tests.flatMap(({ results }) => results.map(({ duration }) => duration))) / 1000,
      failed: tests.filter(({ status }) => status === 'unexpected').length,
    };
  });
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    files,
    broken: errors.length > 0 && stats.unexpected === 0,
  };
}

function testsIn({ specs = [], suites = [] }) {
  return [...specs.flatMap(({ tests }) => tests), ...suites.flatMap(testsIn)];
}

/**
 * The results of a stage after its failed files ran again: what passed now counts as passed.
 *
 * @param {Results} first
 * @param {{ file: string, failed: number }[]} again
 * @returns {Results}
 */
export function withReruns(first, again) {
  const failed = sum(again.map((rerun) => rerun.failed));
  return { ...first, passed: first.passed + Math.max(first.failed - failed, 0), failed };
}

/**
 * The sum of all stages. A stage that failed without a failed test, such as a type error or a test file that does not
 * load, counts as one failure: the total never claims success for a failed run.
 *
 * @param {{ succeeded: boolean, results?: Pick<Results, 'passed' | 'failed' | 'skipped'> }[]} outcomes
 */
export function total(outcomes) {
  const all = { passed: 0, failed: 0, skipped: 0 };
  for (const { succeeded, results = { passed: 0, failed: 0, skipped: 0 } } of outcomes) {
    all.passed += results.passed;
    all.failed += succeeded ? results.failed : Math.max(results.failed, 1);
    all.skipped += results.skipped;
  }
  return all;
}

/** The last line of a run. */
export function describe({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * How long each stage took, and the files that took longest.
 *
 * @param {{ name: string, seconds: number, results?: Results }[]} outcomes
 */
export function describeTimes(outcomes, { maxFiles = 30 } = {}) {
  const row = (seconds, name) => `${seconds.toFixed(1).padStart(8)} s  ${name}`;
  const slowest = outcomes
    .flatMap(({ results }) => results?.files ?? [])
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, maxFiles);
  const lines = ['Stages', ...outcomes.map(({ name, seconds }) => row(seconds, name))];
  if (slowest.length > 0) lines.push('Slowest files', ...slowest.map(({ file, seconds }) => row(seconds, file)));
  return lines.join('\n');
}

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
