import { loadavg } from 'node:os';
import { judge } from './src/judge.ts';
import { seedDocuments } from './src/seed-documents.ts';
import { median } from './src/table.ts';
import { firstRows, openBrowser, throttle } from './src/web/page.ts';
import { type Task, tasksDuring } from './src/web/tasks.ts';
import { work } from './src/web/work.ts';
import { startWorld } from './src/world.ts';

/**
 * The Directory in Chromium, on a processor slowed down four times: opened warm, then paged, selected and previewed.
 * Run with `node bench/web.ts [visits] [documents]` after `npm run build`.
 *
 * Goals for tasks apply to the CPU time of the page's main thread, which hardly depends on the load of the machine;
 * elapsed time is shown beside it. The goal for the first rows applies to elapsed time, with CPU time beside it.
 */

const visits = Number(process.argv[2] ?? 7);
const documents = Number(process.argv[3] ?? 20_000);
const SLOWER = 4;
const WARMING_VISITS = 2;
const FIRST_ROWS_MS = 700;
const TASK_MS = 100;

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
const ms = (value: number) => `${value.toFixed(0)} ms`.padStart(9);

function printVisits(seen: readonly { wall: number; cpu: number }[]): void {
  const walls = seen.map(({ wall }) => wall);
  const goal = judge('Directory, first rows: ms', median(walls), FIRST_ROWS_MS);
  console.log(`first rows, ${visits} warm visits (${goal})`);
  console.log(`  by the clock:               median${ms(median(walls))}, fastest${ms(Math.min(...walls))}`);
  console.log(`  of it, main thread at work: median${ms(median(seen.map(({ cpu }) => cpu)))}`);
}

function printTasks(name: string, tasks: readonly Task[]): void {
  const times = tasks.map(({ cpu }) => cpu);
  const longest = Math.max(...times);
  const over = (limit: number) => `${times.filter((time) => time > limit).length}`.padStart(6);
  const clock = Math.max(...tasks.map(({ wall }) => wall));
  console.log(
    `  ${name.padEnd(28)}${ms(longest)}${over(50)}${over(TASK_MS)}${ms(clock)}  ${judge(`longest task, ${name}: ms`, longest, TASK_MS)}`,
  );
}

const world = await startWorld();
try {
  await seedDocuments(world, documents);
  const browser = await openBrowser(world);
  const { page, cdp } = browser;
  const visit = async (rate: number) => {
    await page.goto('about:blank');
    await throttle(cdp, rate);
    let wall = 0;
    const tasks = await tasksDuring(cdp, async () => {
      wall = await firstRows(page, cdp);
    });
    return { wall, cpu: sum(tasks.map(({ cpu }) => cpu)) };
  };
  try {
    for (let n = 0; n < WARMING_VISITS; n++) await visit(1);
    const load = loadavg()[0]!.toFixed(1);
    console.log(`${documents} documents, processor slowed down ${SLOWER} times, load average ${load}\n`);
    const seen = [];
    for (let n = 0; n < visits; n++) seen.push(await visit(SLOWER));
    printVisits(seen);

    console.log(`\nlongest task, processor time (goal: ${TASK_MS} ms)  > 50  > ${TASK_MS}  by the clock`);
    await throttle(cdp, 1);
    // Files that are fetched and compiled only on the first visit do not count.
    for (const run of Object.values(work)) await run(page);
    await visit(SLOWER);
    for (const [name, run] of Object.entries(work)) printTasks(name, await tasksDuring(cdp, () => run(page)));
  } finally {
    await browser.close();
  }
} finally {
  await world.stop();
}
