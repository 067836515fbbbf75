import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup/runtime.mjs';
import { countPlaywright, countVitest } from './results.mjs';

/** Folder for the machine-readable results of a run. */
export const resultsFolder = path.join(root, '.cache', 'test');
const unitResults = path.join(resultsFolder, 'unit.json');
const clusterResults = path.join(resultsFolder, 'cluster.json');
const browserResults = path.join(resultsFolder, 'e2e.json');

/**
 * @typedef {object} Stage
 * @property {string} name as in `npm test -- <name>`
 * @property {string[][]} commands programs of node_modules/.bin with their arguments, run one after another
 * @property {{ file: string, count: (report: any) => import('./results.mjs').Results }} [results] what a stage of tests leaves
 * @property {Record<string, string>} [env]
 */

/** Quick and read-only: these run side by side, and all of them before the first failure ends the run. @type {Stage[]} */
export const STATIC_STAGES = [
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
];

const vitest = (results) => ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${results}`];

/** These want the machine for themselves. @type {Stage[]} */
export const HEAVY_STAGES = [
  { name: 'build', commands: [['node', 'scripts/setup.mjs', 'start']] },
  { name: 'size', commands: existsSync(path.join(root, 'web/check-size.mjs')) ? [['node', 'web/check-size.mjs']] : [] },
  {
    name: 'unit',
    commands: [[...vitest(unitResults), '--project=alone', '--project=together']],
    results: { file: unitResults, count: countVitest },
  },
  {
    name: 'cluster',
    commands: [[...vitest(clusterResults), '--project=cluster']],
    results: { file: clusterResults, count: countVitest },
  },
  {
    name: 'e2e',
    commands: [['playwright', 'test', '-c', 'e2e', '--reporter=list,json,./e2e/page-reporter.ts']],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: browserResults },
    results: { file: browserResults, count: countPlaywright },
  },
];
