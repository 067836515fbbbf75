import path from 'node:path';
import { expect, describe as group, it } from 'vitest';
import { describe, describeTimes, readPlaywright, readVitest, total, withReruns } from './results.mjs';

const root = path.resolve(import.meta.dirname, '../..');

const unit = {
  success: true,
  numPassedTests: 5,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [
    {
      name: path.join(root, 'server/src/slow.test.ts'),
      startTime: 1000,
      endTime: 5500,
      status: 'passed',
      assertionResults: [{ status: 'passed' }],
    },
    {
      name: path.join(root, 'web/src/quick.test.ts'),
      startTime: 1000,
      endTime: 1100,
      status: 'passed',
      assertionResults: [],
    },
  ],
};

const browser = {
  config: { rootDir: path.join(root, 'e2e/src') },
  stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 },
  errors: [],
  suites: [
    {
      file: 'files/lists.spec.ts',
      specs: [{ tests: [{ status: 'unexpected', results: [{ duration: 7000 }] }] }],
      suites: [{ specs: [{ tests: [{ status: 'expected', results: [{ duration: 500 }] }] }] }],
    },
    { file: 'sign-in/login.spec.ts', specs: [{ tests: [{ status: 'expected', results: [{ duration: 900 }] }] }] },
  ],
};

group('the last line of a run', () => {
  it('adds up the tests of all stages', () => {
    const sum = total([
      { succeeded: true },
      { succeeded: true, results: readVitest(unit) },
      { succeeded: false, results: readPlaywright(browser) },
    ]);
    expect(describe(sum)).toBe('9 passed, 1 failed, 2 skipped');
  });

  it('leaves skipped tests out when there are none', () => {
    expect(describe(total([{ succeeded: true, results: { passed: 2, failed: 0, skipped: 0 } }]))).toBe(
      '2 passed, 0 failed',
    );
  });

  it('counts a stage that failed without a failed test', () => {
    expect(describe(total([{ succeeded: false }, { succeeded: false, results: readVitest(unit) }]))).toBe(
      '5 passed, 2 failed, 2 skipped',
    );
  });
});

group('files', () => {
  it('count as failed when one of their tests failed, or when they do not load', () => {
    expect(readPlaywright(browser).files.map(({ file, failed }) => [file, failed])).toEqual([
      ['e2e/src/files/lists.spec.ts', 1],
      ['e2e/src/sign-in/login.spec.ts', 0],
    ]);
    const [file] = unit.testResults;
    const unloaded = { ...unit, success: false, testResults: [{ ...file, status: 'failed', assertionResults: [] }] };
    expect(readVitest(unloaded)).toMatchObject({ failed: 1, broken: false, files: [{ failed: 1 }] });
  });

  it('that pass in a second run no longer fail the stage', () => {
    const first = readPlaywright(browser);
    const file = 'e2e/src/files/lists.spec.ts';
    expect(withReruns(first, [{ file, failed: 0 }])).toMatchObject({ passed: 5, failed: 0 });
    expect(withReruns(first, [{ file, failed: 1 }])).toMatchObject({ passed: 4, failed: 1 });
  });

  it('do not explain a failure outside of them', () => {
    expect(readVitest({ ...unit, success: false }).broken).toBe(true);
    expect(readPlaywright({ ...browser, stats: { ...browser.stats, unexpected: 0 }, errors: [{}] }).broken).toBe(true);
  });
});

it('times list every stage and the slowest files', () => {
  const outcomes = [
    { name: 'lint', seconds: 3 },
    { name: 'unit', seconds: 12.34, results: readVitest(unit) },
    { name: 'e2e', seconds: 8, results: readPlaywright(browser) },
  ];
  expect(describeTimes(outcomes, { maxFiles: 2 }).split('\n')).toEqual([
    'Stages',
    '     3.0 s  lint',
    '    12.3 s  unit',
    '     8.0 s  e2e',
    'Slowest files',
    '     7.5 s  e2e/src/files/lists.spec.ts',
    '     4.5 s  server/src/slow.test.ts',
  ]);
});
