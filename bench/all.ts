import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isMet, readJudged } from './src/judge.ts';

/**
 * All benchmarks at a reduced scale, one after another, and one table of their goals: `npm run bench`, or `npm run bench -- sync http`
 * for those with these names. At this scale fixed costs weigh more, so a goal missed here may be met at full scale; the full figures are
 * in docs/performance.md. What each of them printed is in .cache/bench.
 */
const benchmarks: readonly (readonly [name: string, ...args: string[]])[] = [
  ['http', '2'],
  ['documents', '1', '8', '50000'],
  ['search', '1', '8', '20000', '1GB'],
  ['sync', '--scale', '0.05', '--delay', '0'],
  ['transfer', '--scale', '0.05'],
  ['download', '2'],
  ['backup', '1'],
  ['backup', '--gigabytes', '4'],
  ['web', '3', '5000'],
  ['ask', '20', '1000'],
  ['fairness', '2'],
  ['retrieval'],
  ['retrieval-public', '--half', 'unseen', '--every', '10'],
  ['cluster', 'organizations', '--organizations', '50', '--documents', '1000', '--times', '20'],
  ['cluster', 'scheduler', '--accounts', '10000', '--times', '20'],
  ['cluster', 'workers', '--files', '50', '--rounds', '1'],
  ['security', '30'],
];

const folder = path.resolve(import.meta.dirname, '../.cache/bench');
const only = process.argv.slice(2);
const chosen = benchmarks.filter(([name]) => only.length === 0 || only.includes(name));
if (chosen.length === 0) {
  console.error(`There are: ${[...new Set(benchmarks.map(([name]) => name))].join(', ')}.`);
  process.exit(2);
}

mkdirSync(folder, { recursive: true });
const table: string[][] = [];
let hasFailed = false;
for (const [name, ...args] of chosen) {
  const started = performance.now();
  const { isDone, judged, log } = await run(name, args);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `${isDone ? '✓' : '✗'} ${[name, ...args].join(' ')} (${seconds} s, load ${loadavg()[0]!.toFixed(1)}), see ${log}`,
  );
  for (const one of judged)
    table.push([
      one.what,
      shown(one.value),
      `${one.kind === 'most' ? '≤' : '≥'} ${shown(one.goal)}`,
      isMet(one) ? 'met' : 'MISSED',
    ]);
  if (!isDone) table.push([`${name} ended with an error`, '', '', 'NOT MEASURED']);
  hasFailed ||= !isDone;
}

const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]!.length), 6));
console.log('');
for (const row of [['what', 'figure', 'goal', ''], ...table])
  console.log(
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column] ?? 0))).join('  '),
  );
const missed = table.filter(([, , , result]) => result === 'MISSED').length;
console.log(`\n${table.length - missed} of ${table.length} goals met`);
process.exitCode = hasFailed ? 1 : 0;

async function run(name: string, args: readonly string[]) {
  const stem = path.join(folder, [name, ...args].join(' ').replace(/[^\w.-]+/g, '-'));
  const [log, results] = [`${stem}.log`, `${stem}.jsonl`];
  rmSync(results, { force: true });
  const child = spawn(process.execPath, [path.join(import.meta.dirname, `${name}.ts`), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, BENCH_RESULTS: results },
  });
  const [[code]] = await Promise.all([once(child, 'exit'), pipeline(child.stdout, createWriteStream(log))]);
  return {
    isDone: code === 0,
    judged: existsSync(results) ? readJudged(results) : [],
    log: path.relative(process.cwd(), log),
  };
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2).replace(/\.?0+$/, '');
}
