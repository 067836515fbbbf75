import { forThisFile } from '@sheaf/sandbox/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import { prepareRepeated } from './prepared-statements.ts';

const app = await forThisFile(testApp());
const { Client: _, ...connection } = app.services.pool.options;
const client = new pg.Client(connection);
beforeAll(async () => {
  await client.connect();
  prepareRepeated(client, 3);
});
afterAll(() => client.end());

const add = (number: number) => client.query(`select $1 + ${number} as sum`, [1]);
async function prepared(): Promise<string[]> {
  const { rows } = await client.query('select statement from pg_prepared_statements order by prepare_time');
  return rows.map(({ statement }) => /\+ \d+/.exec(statement)![0]);
}

it('keeps the statements that were used last', async () => {
  for (const number of [1, 2, 3, 1, 4]) expect((await add(number)).rows).toEqual([{ sum: 1 + number }]);
  expect(await prepared()).toEqual(['+ 1', '+ 3', '+ 4']);
  expect((await add(2)).rows).toEqual([{ sum: 3 }]);
  expect(await prepared()).toEqual(['+ 1', '+ 4', '+ 2']);
});

it('ends no transaction by closing a statement that was refused', async () => {
  await expect(client.query('select nothing + $1', [1])).rejects.toMatchObject({ code: '42703' });
  await client.query('begin');
  for (const number of [5, 6, 7]) await add(number);
  await client.query('commit');
  expect(await prepared()).toEqual(['+ 5', '+ 6', '+ 7']);
});

it('closes one in a failed transaction too', async () => {
  await client.query('begin');
  await expect(client.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
  await expect(add(8)).rejects.toMatchObject({ code: '25P02' });
  await client.query('rollback');
  for (const number of [8, 5, 6, 7]) expect((await add(number)).rows).toEqual([{ sum: 1 + number }]);
  expect(await prepared()).toEqual(['+ 5', '+ 6', '+ 7']);
});
