import { contract, eventsPath } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { quietAccount } from '../../testing/documents.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { notifyAccount } from '../sources/index.ts';

let lines: AbortController;
const app = await forThisFile(testApp());
const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
lines = new AbortController();
afterEach(() => {
  lines.abort();
  lines = new AbortController();
});

const listen = ({ headers }: TestPerson) => fetch(`${url}/api${eventsPath}`, { headers, signal: lines.signal });

/** Reads until an event arrives or the stream ends. */
async function heard(answer: Response): Promise<string> {
  let all = '';
  for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
    all += text;
    if (all.includes('data:')) break;
  }
  return all;
}

it.each([
  ['signed out', (me: TestPerson) => me.call(contract.auth.logout)],
  [
    'signed out everywhere',
    (me: TestPerson) => sql`delete from sessions where user_id = ${me.id}`.execute(app.services.db),
  ],
])('sends no more events to a person who %s, and ends the stream', async (_, end) => {
  const me = await person(app);
  const account = await quietAccount(app, me);
  const first = heard(await listen(me));
  await notifyAccount(app.services.db, account);
  expect(await first).toContain('"type":"account"');
  const second = heard(await listen(me));
  await end(me);
  await notifyAccount(app.services.db, account);
  // Nothing but comments, which keep the connection open.
  expect((await second).replaceAll(/^:.*\n\n/gm, '')).toBe('');
});

it('one person cannot use up all streams', async () => {
  const [me, other] = [await person(app), await person(app)];
  const answers = await Promise.all(Array.from({ length: 90 }, () => listen(me)));
  expect(Map.groupBy(answers, ({ status }) => status)).toEqual(
    new Map([
      [200, expect.objectContaining({ length: 50 })],
      [429, expect.objectContaining({ length: 40 })],
    ]),
  );
  expect(Number((await listen(me)).headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await listen(other)).status).toBe(200);
  // Ended streams make room for others.
  lines.abort();
  lines = new AbortController();
  await expect.poll(async () => (await listen(me)).status).toBe(200);
});
