import path from 'node:path';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { describeStatement } from '../server/src/testing/recording/describe-statement.ts';
import { columnsOf, readCatalog, writeLine } from '../server/src/testing/recording/record-statements.ts';
import { testApp } from '../server/src/testing/test-app.ts';
import { sitesOf } from './sql-types/find-sites.ts';

const folder = process.env.RECORD_STATEMENTS;
const { pool } = (await forThisFile(testApp())).services;

/** Statements that need more than values between their chunks, or are only parts of one, can't be prepared. */
it('prepares the statements of the server that consist of one text and values', async () => {
  const catalog = folder ? readCatalog(folder) : {};
  const client = await pool.connect();
  const results = new Map<string, string[]>();
  for (const { chunks } of sitesOf(path.dirname(import.meta.dirname))) {
    if (!chunks || results.has(chunks.join('?'))) continue;
    // A column on its own is no value.
    if (chunks.slice(1).some((chunk) => /^\s+as\b/i.test(chunk))) continue;
    const text = chunks.reduce((before, chunk, index) => `${before}$${index}${chunk}`);
    const columns = columnsOf((await describeStatement(client, text)) ?? [], catalog);
    // A value in the place of column names.
    if (columns.length === 0 || columns.some(({ name }) => name === '?column?')) continue;
    results.set(
      chunks.join('?'),
      columns.map(({ name }) => name),
    );
    if (folder) writeLine(folder, { kind: 'prepared', chunks, text, columns });
  }
  client.release();
  expect(results.size).toBeGreaterThan(200);
  expect(results.get('select name from documents where id = ?')).toEqual(['name']);
});
