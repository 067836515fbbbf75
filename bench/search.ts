import { gatherFor } from '../server/src/features/search/query/statistics.ts';
import { judge } from './src/judge.ts';
import { load } from './src/load.ts';
import { processorMs } from './src/processor-time.ts';
import { seedPassages } from './src/seed-passages.ts';
import { inWorld, type World } from './src/world.ts';

/**
 * Search among a million documents with two million passages over HTTP, as an ordinary member, each time for other words:
 * `node bench/search.ts [seconds] [connections] [documents] [shared_buffers]`. PostgreSQL has the memory that docs/scale.md asks
 * for at this size, and not the 256 MB of an installation that begins.
 */

const effort = { seconds: Number(process.argv[2] ?? 5), connections: Number(process.argv[3] ?? 8) };
const number = Number(process.argv[4] ?? 1_000_000);

await inWorld(
  async (world) => {
    const { words, english } = await seedPassages(world, number);
    const began = performance.now();
    await gatherFor(world.db, world.organizationId);
    console.log(`statistics gathered in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    console.log(
      `${number} documents, ${number * 2} passages; ${effort.connections} connections, ${effort.seconds} s each\n`,
    );
    await measureSearch(world, words, english);
  },
  {},
  undefined,
  { shared_buffers: process.argv[5] ?? '4GB' },
);

/** Asks over HTTP, each time for other words of the same kind. */
async function measureSearch(
  { url, headers, pid, databasePid }: World,
  /** Words of the passages by the share of them that have it, the most frequent first. */
  words: readonly { word: string; share: number }[],
  /** Words that no passage has, but that have a meaning. */
  english: readonly string[],
): Promise<void> {
  const between = (most: number, least: number) =>
    words.filter(({ share }) => share <= most && share >= least).map(({ word }) => word);
  const [nearlyAll, frequent, mid, uncommon] = [
    between(1, 0.2),
    between(0.15, 0.02),
    between(0.01, 0.003),
    between(0.002, 0.0005),
  ];
  let turn = 0;
  const of = (list: readonly string[], step = 1) => list[(turn * step) % list.length]!;
  const any = (most: number) => Math.floor(((turn * 7919) % 1_000_003) % most);
  const cases: [name: string, query: () => string, maxMs?: number][] = [
    ['rare word (8 passages)', () => `rare${any(number / 4)}`, 150],
    ['few (400 passages)', () => `few${any(number / 200)}`, 150],
    ['uncommon word (0.05 to 0.2%)', () => of(uncommon), 150],
    ['mid word (0.3 to 1%)', () => of(mid), 150],
    ['frequent word (2 to 15%)', () => of(frequent), 150],
    ['word in 20 to 100%', () => of(nearlyAll), 150],
    ['two mid words', () => `${of(mid)} ${of(mid, 7)}`, 300],
    ['frequent and uncommon', () => `${of(frequent)} ${of(uncommon, 3)}`, 300],
    ['two frequent words', () => `${of(frequent)} ${of(frequent, 7)}`, 300],
    ['phrase of two mid words', () => `"${of(mid)} ${of(mid, 7)}"`, 300],
    ['phrase of two frequent words', () => `"${of(frequent)} ${of(frequent, 7)}"`, 300],
    ['phrase of words in 20 to 100%', () => `"${of(nearlyAll)} ${of(nearlyAll, 7)}"`, 300],
    ['mid, type:pdf', () => `${of(mid)} type:pdf`, 400],
    ['frequent, type:pdf', () => `${of(frequent)} type:pdf`, 400],
    ['frequent, label of 2%', () => `${of(frequent)} label:Chosen`, 400],
    ['mid, account of 10%', () => `${of(mid)} account:third`, 400],
    ['frequent, after:2025-06', () => `${of(frequent)} after:2025-06`, 400],
    ['frequent, without another', () => `${of(frequent)} -${of(frequent, 7)}`, 400],
    ['by meaning', () => `${of(english, 31)} ${of(english, 7919)}`, 400],
    ['name, one hit', () => `report ${3 * any(number / 3)}`],
    ['name, frequent', () => 'contract'],
    ['name with a typo', () => `reprot${any(9)}`],
    ['nothing', () => `nowhere${any(1e6)}`],
    ['page 10 of a frequent word', () => `${of(frequent)}&page=10`],
  ];
  for (const [name, query, maxMs] of cases) {
    const address = () => {
      turn += 1;
      const [q, page = ''] = query().split('&');
      return `${url}/api/search?q=${encodeURIComponent(q!)}${page && `&${page}`}`;
    };
    const { data, pagination } = (await (await fetch(address(), { headers })).json()) as {
      data: unknown[];
      pagination: Record<string, unknown>;
    };
    const spent = () => [processorMs(pid), processorMs(databasePid)];
    const before = spent();
    const m = await load(address, headers, effort);
    const [server, postgres] = spent().map((ms, index) =>
      ((ms - before[index]!) / (m.rate * effort.seconds)).toFixed(1),
    );
    const [p50, p95, p99] = [m.p50, m.p95, m.p99].map((ms) => ms.toFixed(0).padStart(5));
    console.log(
      `${name.padEnd(32)} ${m.rate.toFixed(0).padStart(5)}/s  p50 ${p50}  p95 ${p95}  p99 ${p99} ms  processor ${postgres!.padStart(6)} + ${server!.padStart(4)} ms  ${data.length} of ${String(pagination.total)}${pagination.more ? '+' : ''} ${String(pagination.order)}${pagination.partial ? ', partial' : ''}` +
        (maxMs === undefined ? '' : `  ${judge(`search, ${name}: p95 ms`, m.p95, maxMs)}`),
    );
  }
}
