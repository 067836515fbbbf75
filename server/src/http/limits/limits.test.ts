import { forThisFile } from '@sheaf/sandbox/testing';
import type { FastifyInstance } from 'fastify';
import { expect, it, vi } from 'vitest';
import { createMetrics } from '../../platform/metrics/index.ts';
import { apiKeyOf } from '../../testing/api-keys.ts';
import { person } from '../../testing/people.ts';
import { startDatabaseProxy } from '../../testing/servers/database-proxy.ts';
import { secondServer } from '../../testing/servers/second-server.ts';
import { testApp } from '../../testing/test-app.ts';
import { grantOf } from './bucket.ts';
import { deleteExpiredCounts } from './delete-expired.ts';
import { createSharedCounts } from './shared-counts.ts';

/** Two processes on one database, with one limit. */

const max = 100;
const first = await forThisFile(testApp({ rateLimit: max, trustProxy: 1 }));
const proxy = await forThisFile(startDatabaseProxy());
const { database } = first.services.pool.options;
const second = await forThisFile(secondServer(first, { connectionString: proxy.url(database!) }));

const statusAt = async (app: FastifyInstance, ip: string, headers: Record<string, string> = {}) =>
  (await app.inject({ url: '/api/labels', headers: { 'x-forwarded-for': ip, ...headers } })).statusCode;

/** Spreads the calls as a load balancer does; returns how many passed the limit. */
async function spread(count: number, ip: string, headers: Record<string, string> = {}): Promise<number> {
  let passed = 0;
  for (let n = 0; n < count; n += 1)
    if ((await statusAt([first.app, second.app][n % 2]!, ip, headers)) !== 429) passed += 1;
  return passed;
}

it('a network without a session has the limit once, not once per process', async () => {
  const passed = await spread(2 * max, '203.0.113.1');
  expect(passed).toBeGreaterThanOrEqual(max - 10);
  expect(passed).toBeLessThanOrEqual(max + 4);
  const refused = await second.app.inject({ url: '/api/labels', headers: { 'x-forwarded-for': '203.0.113.1' } });
  expect(refused.json()).toMatchObject({ code: 'rate_limited' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect(await statusAt(first.app, '203.0.113.2')).toBe(401);
});

it('people behind one address do not use up each other’s requests, nor do strangers behind it', async () => {
  const ip = '203.0.113.3';
  const people = await Promise.all([person(first), person(first), person(first)]);
  for (const { headers } of people) expect(await spread(max / 2, ip, headers)).toBe(max / 2);
  // The last counted request, to know that all of this happened within one minute.
  const [other, , busy] = people;
  expect(await spread(max + 20, ip, busy.headers)).toBeLessThanOrEqual(max / 2 + 4);
  expect(await statusAt(second.app, '203.0.113.4', busy.headers)).toBe(429);
  expect(await statusAt(second.app, ip, other.headers)).toBe(200);
  // The limit, plus what each process lets through before it asks.
  await spread(max + 20, ip);
  expect(await statusAt(first.app, ip)).toBe(429);
  expect(await statusAt(first.app, ip, other.headers)).toBe(200);
});

it('a revoked token counts for its network again', async () => {
  const ip = '203.0.113.5';
  const me = await person(first);
  expect(await statusAt(first.app, ip, me.headers)).toBe(200);
  await first.services.pool.query('delete from sessions where user_id = $1', [me.id]);
  const statuses = new Set<number>();
  for (let n = 0; n < max + 20; n += 1) statuses.add(await statusAt(first.app, ip, me.headers));
  expect([...statuses]).toEqual([401, 429]);
});

it('a key has its limit once for all processes', async () => {
  const me = await person(first);
  const key = await apiKeyOf(first, me, 'read');
  await first.services.pool.query(`insert into request_counts values ($1, 600, 600, 0, now() + interval '1 minute')`, [
    `key ${key.id}`,
  ]);
  const passed = await spread(60, '203.0.113.6', key.headers);
  expect(passed).toBeLessThanOrEqual(2 * 12);
  expect(await statusAt(second.app, '203.0.113.6', key.headers)).toBe(429);
});

it('the statement grants what the function says', async () => {
  const cases = [
    { max: 100, used: 0, unreported: 2 },
    { max: 1200, used: 1100, unreported: 24 },
    { max: 1200, used: 1199, unreported: 0 },
    { max: 1200, used: 1300, unreported: 24 },
    { max: 1, used: 0, unreported: 1 },
  ];
  const { pool } = first.services;
  for (const [n, { max: limit, used, unreported }] of cases.entries()) {
    const key = `case ${n}`;
    await pool.query(`insert into request_counts values ($1, $2, $3, 0, now() + interval '1 minute')`, [
      key,
      limit,
      used,
    ]);
    const sent: unknown[][] = [];
    const counts = createSharedCounts({
      query: ((text: string, values: unknown[]) => {
        sent.push(values);
        return pool.query(text, [values[0], values[1], [unreported]]);
      }) as typeof pool.query,
    });
    for (let n = 0; n < limit && sent.length === 0; n += 1) await counts.take(key, limit);
    const granted = async () =>
      (await pool.query('select used, granted from request_counts where key = $1', [key])).rows;
    await expect.poll(granted).toEqual([grantOf(limit, used, unreported)]);
  }
});

it('a window ends by the database’s clock, whatever the clock of the process says', async () => {
  const real = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => real() + 3_600_000);
  try {
    expect(await spread(2 * max, '203.0.113.7')).toBeLessThanOrEqual(max + 4);
    const { rows } = await first.services.pool.query(
      `select resets_at <= now() + interval '1 minute' as soon from request_counts where key = 'network 203.0.113.7'`,
    );
    expect(rows).toEqual([{ soon: true }]);
  } finally {
    vi.restoreAllMocks();
  }
});

it('each process counts alone without the database, and no request waits for it', async () => {
  proxy.close();
  const statuses: number[] = [];
  for (let n = 0; n < max + 20; n += 1) statuses.push(await statusAt(second.app, '203.0.113.8'));
  expect(statuses.filter((status) => status !== 429)).toHaveLength(max);
  proxy.open();
});

it('metrics say which limit refused how often, and which apps are paused', async () => {
  const { pool } = first.services;
  const registry = createMetrics(pool, { workerLostAfter: 30, patienceMs: 60_000 });
  const third = await secondServer(first, {}, registry);
  try {
    await pool.query(
      `insert into request_counts values ('network 203.0.113.9', 100, 100, 0, now() + interval '1 minute')`,
    );
    await pool.query(`insert into app_pauses values ('dropbox', 'ours', 'calls', now() + interval '1 hour')`);
    for (let n = 0; n < 5; n += 1) await statusAt(third.app, '203.0.113.9');
    const text = await registry.metrics();
    expect(text).toContain('sheaf_refused_total{limit="requests of a network"} 3');
    expect(text).toMatch(/sheaf_app_paused_seconds\{app="dropbox",kind="calls"\} 3[56]\d\d/);
  } finally {
    await third.close();
  }
});

it('deletes the counts of past minutes', async () => {
  const { pool } = first.services;
  await pool.query(`insert into request_counts values ('over', 1, 1, 0, now() - interval '1 s')`);
  await deleteExpiredCounts.run({}, first.services, new AbortController().signal);
  const { rows } = await pool.query(`select key from request_counts where key = 'over'`);
  expect(rows).toEqual([]);
});
