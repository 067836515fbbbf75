import { forThisFile } from '@sheaf/sandbox/testing';
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import { openPool } from './pool.ts';

/** Like behind a pooler, where sessions have no settings. */

const app = await forThisFile(testApp());
const open = (statementMs: number) =>
  openPool({ ...app.services.pool.options, Client: undefined, pooler: true, statementMs, max: 1 }, () => {});
await app.services.pool.query('create table noted (text text unique deferrable initially deferred)');
const pool = open(60_000);
afterAll(() => pool.end());

const slow = 'select pg_sleep(60 + $1)';
const canceled = { code: '57014' };

it('cancels a slow statement, alone and in a transaction, and keeps the connection usable', async () => {
  const hasty = open(400);
  await expect(hasty.query(slow, [0])).rejects.toMatchObject(canceled);
  const client = await hasty.connect();
  await client.query('begin');
  expect((await client.query('show statement_timeout')).rows[0].statement_timeout).toBe('400ms');
  await expect(client.query(slow, [0])).rejects.toMatchObject(canceled);
  await client.query('rollback');
  client.release();
  await hasty.end();
});

it('commits a single statement before it is answered, or says why not', async () => {
  await pool.query('insert into noted values ($1)', ['one']);
  const seen = await app.services.pool.query('select text from noted');
  expect(seen.rows).toEqual([{ text: 'one' }]);
  // A deferred constraint fails at the commit.
  await expect(pool.query('insert into noted values ($1)', ['one'])).rejects.toMatchObject({ code: '23505' });
  await expect(pool.query('select nothing')).rejects.toMatchObject({ code: '42703' });
  expect((await pool.query('select text from noted')).rows).toEqual([{ text: 'one' }]);
});
