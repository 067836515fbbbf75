import { existsSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { signIn } from '../../server/src/testing/people.ts';
import { judge, verdict } from '../src/judge.ts';
import { summarize } from '../src/load.ts';
import { processorMs } from '../src/processor-time.ts';
import { startWorld, type World } from '../src/world.ts';
import { memberOf, seedOrganization, seedOrganizations } from './seed-organizations.ts';

const goal = 1.3;
const warmUp = 10;
const secret = { SHEAF_ROLE: 'api', SHEAF_SECRET: 'x'.repeat(32) };

interface Reader {
  world: World;
  headers: Record<string, string>;
  organization: string;
  user: string;
  label: string;
}

/** The first member of an organisation, signed in. */
async function readerOf(world: World, number: number): Promise<Reader> {
  const member = await memberOf(world, number);
  const { headers } = await signIn(world.db, member.user, member.organization);
  return { world, ...member, headers };
}

type Query = (reader: Reader) => Record<string, string>;
const lists: [name: string, query: Query][] = [
  ['first page', () => ({})],
  ['page 30', () => ({ page: '30' })],
  ['sort name, page 20', () => ({ sort: 'name', page: '20' })],
  ['type jpg', () => ({ type: 'jpg' })],
  ['a label', ({ label }) => ({ label_id: label })],
  ['shared with me', () => ({ owner: 'shared', parent_id: 'root' })],
  ['name search, frequent', () => ({ search: 'report' })],
  ['name search, rare', () => ({ search: 'budget' })],
  ['name search, two letters', () => ({ search: 'ud' })],
  ['name search, nothing', () => ({ search: 'zebra crossing' })],
];

async function ask({ world, headers, ...reader }: Reader, query: Query): Promise<number> {
  const address = `${world.url}/api/documents?${new URLSearchParams(query({ world, headers, ...reader }))}`;
  const began = performance.now();
  const answer = await fetch(address, { headers });
  await answer.text();
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return performance.now() - began;
}

/** What the member sees has changed: whatever was remembered of their lists no longer holds. */
const change = ({ world, organization, user }: Reader) =>
  world.pool.query('update document_views set version = version + 1 where organization_id = $1 and user_id = $2', [
    organization,
    user,
  ]);

interface Times {
  alone: number[];
  many: number[];
}

/** A line for each list, and one for all of them. */
async function measureLists(moment: string, measure: (query: Query) => Promise<Times>): Promise<void> {
  const all: Times = { alone: [], many: [] };
  for (const [name, query] of lists) {
    const measured = await measure(query);
    report(name, measured);
    all.alone.push(...measured.alone);
    all.many.push(...measured.many);
  }
  report('all of them', all, moment);
}

/** A line with p50 and p95 of both. */
function report(name: string, { alone, many }: Times, moment?: string): void {
  const [one, all] = [summarize(alone, 1), summarize(many, 1)];
  const ratio = all.p95 / one.p95;
  console.log(
    `  ${name.padEnd(28)}p50 ${one.p50.toFixed(1).padStart(6)} ${all.p50.toFixed(1).padStart(6)}   p95 ${one.p95.toFixed(1).padStart(6)} ${all.p95.toFixed(1).padStart(6)}` +
      `   p95 ${ratio.toFixed(2)} times, p50 ${(all.p50 / one.p50).toFixed(2)} (${moment ? judge(`lists among many organizations ${moment}: p95, times alone`, ratio, goal) : verdict(ratio, goal)})`,
  );
}

/** Processor time of the server and its PostgreSQL, in milliseconds. */
const processorOf = ({ world }: Reader) => processorMs(world.pid) + processorMs(world.databasePid);

async function compare(
  alone: Reader,
  many: Reader,
  times: number,
  moment: string,
  prepare: (reader: Reader) => Promise<unknown>,
) {
  const before = [processorOf(alone), processorOf(many)];
  await measureLists(moment, async (query) => {
    const measured: Times = { alone: [], many: [] };
    for (let time = -warmUp; time < times; time += 1)
      for (const [place, reader] of [
        ['alone', alone],
        ['many', many],
      ] as const) {
        await prepare(reader);
        const ms = await ask(reader, query);
        if (time >= 0) measured[place].push(ms);
      }
    return measured;
  });
  const calls = lists.length * (times + warmUp);
  const [one, among] = [(processorOf(alone) - before[0]!) / calls, (processorOf(many) - before[1]!) / calls];
  console.log(
    `  processor time a call, server and PostgreSQL: ${one.toFixed(2)} and ${among.toFixed(2)} ms, ${(among / one).toFixed(2)} times`,
  );
}

/** Of each organisation one request: most of what it reads is in no cache of PostgreSQL's. */
async function others(alone: Reader, world: World, organizations: number, times: number): Promise<void> {
  const readers: Reader[] = [];
  for (let at = 1; at <= times; at += 1)
    readers.push(await readerOf(world, Math.floor((at * organizations) / (times + 1))));
  await measureLists('for the first time', async (query) => {
    const measured: Times = { alone: [], many: [] };
    for (const reader of readers) {
      await change(alone);
      measured.alone.push(await ask(alone, query));
      measured.many.push(await ask(reader, query));
    }
    return measured;
  });
}

async function sizes({ pool }: World): Promise<void> {
  const { rows } = await pool.query<{ name: string; rows: number; table: number; indexes: number }>(
    `select relname as name, reltuples::float8 as rows, pg_table_size(oid)::float8 as table, pg_indexes_size(oid)::float8 as indexes
     from pg_class where relname in ('documents', 'document_access', 'label_documents') order by 3 desc`,
  );
  const documents = rows.find(({ name }) => name === 'documents')!.rows;
  for (const { name, rows: count, table, indexes } of rows)
    console.log(
      `  ${name.padEnd(18)}${Math.round(count).toLocaleString('en').padStart(12)} rows   ${(table / documents).toFixed(0).padStart(5)} bytes a document in the table, ${(indexes / documents).toFixed(0)} in its indexes`,
    );
  const { rows: all } = await pool.query('select pg_database_size(current_database())::float8 as size');
  console.log(
    `  the whole database: ${(all[0].size / 2 ** 30).toFixed(1)} GiB, ${(all[0].size / documents).toFixed(0)} bytes a document`,
  );
}

const access = ({ world, organization }: Reader) =>
  world.pool
    .query(
      `select md5(string_agg(concat_ws(' ', document_id, principal_id, account_id, own, parent_id, name_key, modified_at, size, type, format),
        ',' order by document_id, principal_id)) as rows from document_access where organization_id = $1`,
      [organization],
    )
    .then(({ rows }) => rows[0].rows as string);

interface Options {
  organizations: number;
  documents: number;
  times: number;
  /** Where the many stay for the next run. */
  folder?: string;
}

/** One organisation alone in a database and the same among many in another, asked in turns. */
export async function compareOrganizations({ organizations, documents, times, folder }: Options): Promise<void> {
  const isFilled = folder !== undefined && existsSync(join(folder, 'filled'));
  const [one, all] = [await startWorld(secret), await startWorld(secret, folder)];
  try {
    const middle = Math.floor(organizations / 2);
    await seedOrganization(one, middle, documents);
    await one.pool.query('vacuum analyze');
    if (!isFilled) {
      const began = performance.now();
      await seedOrganizations(all, organizations, documents);
      await all.pool.query('vacuum analyze');
      console.log(
        `${organizations} organisations written in ${((performance.now() - began) / 60_000).toFixed(1)} minutes`,
      );
      if (folder) writeFileSync(join(folder, 'filled'), '');
    } // A migration may have brought further statistics since it was filled.
    else await all.pool.query('analyze document_access');
    const [alone, many] = [await readerOf(one, middle), await readerOf(all, middle)];
    if ((await access(alone)) !== (await access(many))) throw new Error('The two organisations differ.');
    console.log(
      `${organizations} organisations with ${documents} documents each; one alone, and the same among all, in turns, ${times} times each`,
    );
    await sizes(all);
    console.log(`\nlists after a change, ms: alone and among all; load ${loadavg()[0]!.toFixed(1)}`);
    await compare(alone, many, times, 'after a change', change);
    console.log(`\nthe same lists again; load ${loadavg()[0]!.toFixed(1)}`);
    await compare(alone, many, times, 'again', async () => {});
    console.log(`\neach time another organisation, for the first time; load ${loadavg()[0]!.toFixed(1)}`);
    await others(alone, all, organizations, times);
  } finally {
    await one.stop();
    await all.stop();
  }
}
