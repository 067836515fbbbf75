import { forThisFile } from '@sheaf/sandbox/testing';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { person } from '../testing/people.ts';
import { secondServer } from '../testing/servers/second-server.ts';
import { testApp } from '../testing/test-app.ts';

const app = await forThisFile(testApp());
const blocker = new pg.Client(app.services.pool.options);
await blocker.connect();
afterAll(() => blocker.end());

it('answers 503 with advice when a statement of a request takes too long', async () => {
  const me = await person(app);
  const hasty = await secondServer(app, { statementMs: 500 });
  await blocker.query('begin; lock table labels in access exclusive mode');
  const { statusCode, headers, body } = await hasty.app.inject({ url: '/api/labels', headers: me.headers });
  await blocker.query('rollback');
  await hasty.close();
  expect(statusCode).toBe(503);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(JSON.parse(body)).toMatchObject({
    code: 'unavailable',
    message: 'This took too long and was stopped. Try again in a moment, or ask for less at once.',
  });
});
