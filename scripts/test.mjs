/**
 * Runs a suite of checks: `npm test` the fast one, `npm run test:long` the long one, and with the name of a stage only
 * that one: `npm test -- unit [arguments for its program]`. The last line of the output is the number of tests; the
 * exit code is 0 only if nothing failed.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { describe, describeTimes, total } from './test/results.mjs';
import { rerunFailures, runStage, signalPrograms } from './test/run-stage.mjs';
import { resultsFolder, SUITES } from './test/stages.mjs';

let interrupted = false;

// Ctrl-C in the terminal reaches the programs directly; other signals reach only this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true;
    if (signal !== 'SIGINT') signalPrograms(signal);
  });
}

/** Runs two at a time, as many as a small machine has cores; runs all of them, even if one fails. */
async function runQuick(stages) {
  const waiting = [...stages];
  const outcomes = [];
  const worker = async () => {
    for (let stage = waiting.shift(); stage; stage = waiting.shift()) {
      outcomes.push(await runStage(stage, { live: false }));
    }
  };
  await Promise.all([worker(), worker()]);
  return outcomes;
}

/**
 * Runs them one after another. A failure ends the suite, unless its files get a second run when all others are done.
 */
async function runHeavy(stages) {
  const outcomes = [];
  const flaky = [];
  for (const stage of stages) {
    const outcome = await runStage(stage, { live: true });
    outcomes.push(outcome);
    if (interrupted || (!outcome.succeeded && !stage.rerunsFailures)) return { outcomes, flaky };
  }
  for (const [index, stage] of stages.entries()) {
    if (interrupted) break;
    const rerun = await rerunFailures(stage, outcomes[index]);
    outcomes[index] = rerun.outcome;
    flaky.push(...rerun.flaky);
  }
  return { outcomes, flaky };
}

async function runSuite({ quick, heavy }) {
  const checked = await runQuick(quick);
  if (interrupted || checked.some(({ succeeded }) => !succeeded)) return { outcomes: checked, flaky: [] };
  const { outcomes, flaky } = await runHeavy(heavy);
  return { outcomes: [...checked, ...outcomes], flaky };
}

const [suiteName, stageName, ...extraArguments] = process.argv.slice(2);
const suite = SUITES[suiteName];
if (suite === undefined) {
  console.error(`usage: node scripts/test.mjs ${Object.keys(SUITES).join('|')} [stage] [arguments]`);
  process.exit(2);
}
const stages = [...suite.quick, ...suite.heavy];
const stage = stages.find(({ name }) => name === stageName);
if (stageName !== undefined && stage === undefined) {
  console.error(`There is no stage ${stageName}; there are ${stages.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

rmSync(resultsFolder, { recursive: true, force: true });
mkdirSync(resultsFolder, { recursive: true });
const startedAt = Date.now();
const { outcomes, flaky } = stage
  ? { outcomes: [await runStage(stage, { live: true, extraArguments })], flaky: [] }
  : await runSuite(suite);
const sum = total(interrupted ? [...outcomes, { succeeded: false }] : outcomes);
console.log(`\n${describeTimes(outcomes)}`);
for (const line of flaky) console.log(line);
console.log(`${((Date.now() - startedAt) / 1000).toFixed(0)} s in all`);
console.log(describe(sum));
process.exitCode = sum.failed > 0 ? 1 : 0;
