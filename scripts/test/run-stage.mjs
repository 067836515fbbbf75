import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup/runtime.mjs';
import { withReruns } from './results.mjs';

const bin = path.join(root, 'node_modules', '.bin');
const running = new Set();

/** If more files than this failed, the cause is not chance, and running them again would only take time. */
const MAX_RERUNS = 10;

/** @typedef {{ name: string, succeeded: boolean, seconds: number, results?: import('./results.mjs').Results }} Outcome */

/** Passes a signal on to the programs that are running. */
export function signalPrograms(signal) {
  for (const child of running) child.kill(signal);
}

/**
 * Runs the programs of a stage. With `live` their output goes straight to the terminal, else it is printed if they fail.
 *
 * @param {import('./stages.mjs').Stage} stage
 * @returns {Promise<Outcome>}
 */
export async function runStage(stage, { live, extraArguments = [] }) {
  const startedAt = Date.now();
  if (live) console.log(`\n▶ ${stage.name}`);
  if (stage.report) rmSync(stage.report, { force: true });
  let succeeded = true;
  let output = '';
  for (const command of stage.commands) {
    const run = await runProgram([...command, ...extraArguments], { env: stage.env, live });
    succeeded &&= run.succeeded;
    output += run.output;
  }
  const seconds = (Date.now() - startedAt) / 1000;
  if (!succeeded && output) console.log(output.trimEnd());
  console.log(`${succeeded ? '✓' : '✗'} ${stage.name} (${seconds.toFixed(1)} s)`);
  return { name: stage.name, succeeded, seconds, results: readResults(stage) };
}

/**
 * Runs each failed file of a stage again, alone. A file that passes now is flaky and no longer fails the run.
 *
 * @param {import('./stages.mjs').Stage} stage
 * @param {Outcome} outcome
 * @returns {Promise<{ outcome: Outcome, flaky: string[] }>}
 */
export async function rerunFailures(stage, outcome) {
  const { succeeded, results } = outcome;
  const failed = results?.files.filter((file) => file.failed > 0) ?? [];
  const isWorthIt = !succeeded && !results?.broken && failed.length > 0 && failed.length <= MAX_RERUNS;
  if (!stage.rerunsFailures || !isWorthIt) return { outcome, flaky: [] };
  const again = [];
  for (const { file } of failed) {
    console.log(`\nRunning ${file} again, alone`);
    const rerun = await runStage(stage, { live: true, extraArguments: [file] });
    const stillFailed = rerun.succeeded ? 0 : Math.max(rerun.results?.failed ?? 0, 1);
    again.push({ file, failed: stillFailed });
  }
  const merged = withReruns(results, again);
  const seeds = stage.seeds ? ` (${stage.seeds.join(', ')})` : '';
  return {
    outcome: { ...outcome, succeeded: merged.failed === 0, results: merged },
    flaky: again.filter((rerun) => rerun.failed === 0).map(({ file }) => `flaky: ${file}${seeds}`),
  };
}

function readResults({ report, read }) {
  if (read === undefined || !existsSync(report)) return undefined;
  return read(JSON.parse(readFileSync(report, 'utf8')));
}

function runProgram([program, ...args], { env, live }) {
  return new Promise((resolve) => {
    const child = spawn(path.join(bin, program), args, {
      cwd: root,
      env: { ...process.env, ...env, PATH: `${bin}${path.delimiter}${process.env.PATH}` },
      stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    let output = '';
    const collect = (text) => {
      output += text;
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    const finish = (succeeded) => {
      running.delete(child);
      resolve({ succeeded, output });
    };
    child.once('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.once('close', (code) => finish(code === 0));
  });
}
