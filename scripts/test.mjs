/**
 * Runs every check: `npm test`, or one stage with `npm test -- unit [arguments for its program]`.
 * The last line of the output is the count of tests; the exit code is 0 only when nothing failed.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from './setup/runtime.mjs';
import { describe, total } from './test/results.mjs';
import { HEAVY_STAGES, resultsFolder, STATIC_STAGES } from './test/stages.mjs';

const bin = path.join(root, 'node_modules', '.bin');
const running = new Set();
let interrupted = false;

// Ctrl-C reaches the programs from the terminal itself; other signals reach this process alone.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true;
    if (signal !== 'SIGINT') for (const child of running) child.kill(signal);
  });
}

/** Runs one program; with `live` its output goes straight to the terminal, else it is returned. */
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

async function runStage(stage, { live, extraArguments = [] }) {
  const begun = Date.now();
  if (live) console.log(`\n▶ ${stage.name}`);
  let succeeded = true;
  let output = '';
  for (const command of stage.commands) {
    const run = await runProgram([...command, ...extraArguments], { env: stage.env, live });
    succeeded &&= run.succeeded;
    output += run.output;
  }
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  if (!succeeded && output) console.log(output.trimEnd());
  console.log(`${succeeded ? '✓' : '✗'} ${stage.name} (${seconds} s)`);
  return { succeeded, results: readResults(stage) };
}

function readResults({ results }) {
  if (results === undefined || !existsSync(results.file)) return undefined;
  return results.count(JSON.parse(readFileSync(results.file, 'utf8')));
}

/** The two cores a small machine has are enough for two of these at a time. */
async function runStatic() {
  const waiting = [...STATIC_STAGES];
  const outcomes = [];
  const worker = async () => {
    for (let stage = waiting.shift(); stage; stage = waiting.shift()) {
      outcomes.push(await runStage(stage, { live: false }));
    }
  };
  await Promise.all([worker(), worker()]);
  return outcomes;
}

async function runAll() {
  const outcomes = await runStatic();
  for (const stage of HEAVY_STAGES) {
    if (interrupted || outcomes.some(({ succeeded }) => !succeeded)) break;
    if (stage.commands.length > 0) outcomes.push(await runStage(stage, { live: true }));
  }
  return outcomes;
}

const [wanted, ...extraArguments] = process.argv.slice(2);
const stage = [...STATIC_STAGES, ...HEAVY_STAGES].find(({ name }) => name === wanted);
if (wanted !== undefined && stage === undefined) {
  const names = [...STATIC_STAGES, ...HEAVY_STAGES].map(({ name }) => name);
  console.error(`There is no stage ${wanted}; there are ${names.join(', ')}.`);
  process.exit(2);
}

rmSync(resultsFolder, { recursive: true, force: true });
mkdirSync(resultsFolder, { recursive: true });
const begun = Date.now();
const outcomes = stage ? [await runStage(stage, { live: true, extraArguments })] : await runAll();
const sum = total(interrupted ? [...outcomes, { succeeded: false }] : outcomes);
console.log(`\n${((Date.now() - begun) / 1000).toFixed(0)} s in all`);
console.log(describe(sum));
process.exitCode = sum.failed > 0 ? 1 : 0;
