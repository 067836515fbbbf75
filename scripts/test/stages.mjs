import path from 'node:path';
import { root } from '../setup/runtime.mjs';
import { readPlaywright, readVitest } from './results.mjs';

/** Folder for the machine-readable results of a run. */
export const resultsFolder = path.join(root, '.cache', 'test');

/** Where the unit tests record PostgreSQL's answers. */
const statementsFolder = path.join(resultsFolder, 'statements');

/**
 * @typedef {object} Stage
 * @property {string} name as in `npm test -- <name>`
 * @property {string[][]} commands programs of node_modules/.bin with their arguments, run one after another
 * @property {(report: any) => import('./results.mjs').Results} [read] reads the report that a stage of tests leaves
 * @property {string} [report] where the stage leaves that report
 * @property {Record<string, string>} [env]
 * @property {string[]} [seeds] what its random choices come from, as settings that repeat them
 * @property {boolean} [rerunsFailures] whether a failed file gets a second run, alone, after everything else
 */

/** @type {(name: string, projects: string[], o?: Partial<Stage>) => Stage} */
function vitest(name, projects, o) {
  const report = path.join(resultsFolder, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const command = ['vitest', 'run', ...reporters, ...projects.map((project) => `--project=${project}`)];
  return { name, commands: [command], report, read: readVitest, seeds: [seed('TEST_SEED', '1')], ...o };
}

/** @type {(name: string, projects: string) => Stage} */
function playwright(name, projects) {
  const report = path.join(resultsFolder, `${name}.json`);
  return {
    name,
    commands: [
      ['playwright', 'test', '-c', 'e2e', `--project=${projects}`, '--reporter=list,json,./e2e/page-reporter.ts'],
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    report,
    read: readPlaywright,
    rerunsFailures: true,
  };
}

const seed = (variable, usual) => `${variable}=${process.env[variable] ?? usual}`;

const build = { name: 'build', commands: [['node', 'scripts/setup.mjs', 'start']] };

/**
 * Stages of `quick` only read and run in parallel; those of `heavy` run one after another and need the machine for
 * themselves.
 *
 * @type {Record<'fast' | 'long', { quick: Stage[], heavy: Stage[] }>}
 */
export const SUITES = {
  fast: {
    quick: [
      {
        name: 'types',
        commands: [
          ['tsc', '--noEmit'],
          ['tsc', '--noEmit', '-p', 'web'],
        ],
      },
      { name: 'lint', commands: [['biome', 'check', '.'], ['oxlint']] },
      { name: 'imports', commands: [['node', 'scripts/import-rules.ts']] },
      { name: 'dead-code', commands: [['knip']] },
    ],
    heavy: [
      build,
      { name: 'size', commands: [['node', 'web/check-size.mjs']] },
      vitest('unit', ['alone', 'together', 'components'], { env: { RECORD_STATEMENTS: statementsFolder } }),
      { name: 'sql-types', commands: [['node', 'scripts/sql-types.ts', statementsFolder]] },
      playwright('e2e', 'journeys*'),
    ],
  },
  long: {
    quick: [],
    heavy: [
      build,
      vitest('long', ['long'], { rerunsFailures: true }),
      vitest('cluster', ['cluster'], { rerunsFailures: true, seeds: [seed('CLUSTER_SEED', 'sheaf')] }),
      playwright('e2e-long', 'long*'),
    ],
  },
};
