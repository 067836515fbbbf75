import { pageOfDocuments } from '../server/src/features/documents/lists/list.ts';
import { Memory } from '../server/src/platform/memory.ts';
import { deriveKeys } from '../server/src/platform/secrets/keys.ts';
import type { Services } from '../server/src/services.ts';
import { memberOf } from '../server/src/testing/member.ts';
import { judge } from './src/judge.ts';
import { load } from './src/load.ts';
import { pgbench } from './src/pgbench.ts';
import { seedDocuments } from './src/seed-documents.ts';
import { figures } from './src/table.ts';
import { inWorld } from './src/world.ts';

/**
 * Lists among a million documents over HTTP, as an ordinary member, beside the same SQL by pgbench and beside
 * /api/health of the same server, in one run: `node bench/documents.ts [seconds] [connections] [documents]`.
 */

const effort = { seconds: Number(process.argv[2] ?? 5), connections: Number(process.argv[3] ?? 8) };
const number = Number(process.argv[4] ?? 1_000_000);

await inWorld(async (world) => {
  const began = performance.now();
  const { label, collection, folder, account, treeFolder, wideFolder } = await seedDocuments(world, number);
  console.log(`${number} documents written in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const { rows } = await world.pool.query('select version from document_views where user_id = $1', [world.userId]);
  const me = memberOf(world.owner, String(rows[0].version));
  const services = {
    db: world.db,
    keys: deriveKeys({ current: 'x'.repeat(32), previous: [] }),
    sandbox: {},
    config: { providers: {} },
    memory: new Memory(),
  } as unknown as Services;
  const ask = (query: Record<string, string>) =>
    pageOfDocuments(services, me, { ...query, page: Number(query.page ?? 1), per_page: 20 });
  const { pagination } = await ask({});
  const last = Math.ceil(pagination.total / 20);
  console.log(
    `${pagination.total} of them seen by the member, ${last} pages; ${effort.connections} connections, ${effort.seconds} s each, ms\n`,
  );

  // Warm-up: the code is compiled and the connections are open.
  await load(`${world.url}/api/documents`, world.headers, { ...effort, seconds: 3 });
  const health = await load(`${world.url}/api/health`, {}, effort);
  console.log(`${'GET /api/health'.padEnd(36)} http ${figures(health)}\n`);
  const cases: [name: string, query: Record<string, string>][] = [
    ['first page', {}],
    ['page 500', { page: '500' }],
    ['page 5,000', { page: '5000' }],
    ['last page', { page: String(last) }],
    ...['name', '-name', 'updated_at', 'size', '-size', 'type', '-type'].map(
      (sort): [string, Record<string, string>] => [`sort ${sort}`, { sort }],
    ),
    ['sort name, page 5,000', { sort: 'name', page: '5000' }],
    ...['folder', 'jpg', 'png', 'pdf', 'document', 'spreadsheet', 'other'].map(
      (type): [string, Record<string, string>] => [`type ${type}`, { type }],
    ),
    ['source', { source_id: 'webdav' }],
    ['account', { account_id: account }],
    ['owner me', { owner: 'me' }],
    ['owner shared', { owner: 'shared' }],
    ['dates', { updated_from: '2026-03-01', updated_to: '2026-03-31' }],
    ['a folder', { parent_id: folder }],
    ['a folder of 10,000', { parent_id: wideFolder }],
    ['a folder of 10,000, last page', { parent_id: wideFolder, page: '500' }],
    ['below a folder', { in: treeFolder }],
    ['below it, mid-frequent', { in: treeFolder, search: 'budget' }],
    ['below it, frequent', { in: treeFolder, search: 'report' }],
    ['below it, one hit', { in: treeFolder, search: 'report 123456' }],
    ['shared with me', { owner: 'shared', parent_id: 'root' }],
    ['recent files', { kind: 'file' }],
    ['the top of an account', { account_id: account, parent_id: 'root' }],
    ['a label', { label_id: label }],
    ['a label, page 100', { label_id: label, page: '100' }],
    ['a collection', { collection_id: collection }],
    ['search, one hit', { search: 'report 123456.' }],
    ['search, mid-frequent', { search: 'budget' }],
    ['search, frequent', { search: 'report' }],
    ['search, two letters', { search: 'ud' }],
  ];
  /** Frequent words take as long as they are counted. */
  const maxMs = ({ search }: Record<string, string>) => (search === undefined ? 25 : 100);
  let firstPage = Number.NaN;
  for (const [name, query] of cases) {
    await ask(query);
    const statements = [world.viewer, ...(await world.statementsOf(() => ask(query)))];
    const address = `${world.url}/api/documents?${new URLSearchParams(query)}`;
    const cold = performance.now();
    await fetch(address, { headers: world.headers }).then((response) => response.text());
    const first = performance.now() - cold;
    const sql = await pgbench(world.connection, statements, effort);
    const http = await load(address, world.headers, effort);
    if (name === 'first page') firstPage = http.rate;
    console.log(
      `${name.padEnd(30)} first ${first.toFixed(0).padStart(4)} ms  http ${figures(http)}  sql ${figures(sql)}  ${(http.rate / health.rate).toFixed(2)} of health` +
        `  ${judge(`documents, ${name}: p95 ms`, http.p95, maxMs(query))}`,
    );
  }
  console.log(
    `the first page: ${judge('documents, first page: of /api/health', firstPage / health.rate, 0.15, 'least')}`,
  );
});
