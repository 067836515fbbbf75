import { connect } from 'node:net';
import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { person, type TestPerson } from '../testing/people.ts';
import { testApp } from '../testing/test-app.ts';

/** A caller who sends many requests at once delays only themselves. */

const app = await forThisFile(testApp());
await app.app.listen({ port: 0, host: '127.0.0.1' });
const port = (app.app.server.address() as { port: number }).port;

/** A request whose body doesn't arrive: it takes a slot and keeps it. */
function halfSent({ headers }: TestPerson): Promise<{ status: Promise<number>; abort(): void }> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const head = Object.entries(headers).map(([key, value]) => `${key}: ${value}`);
  socket.write(
    [
      'POST /api/labels HTTP/1.1',
      'Host: localhost',
      ...head,
      'Content-Type: application/json',
      'Content-Length: 100',
      '',
      '{',
    ].join('\r\n'),
  );
  const status = new Promise<number>((resolve) =>
    socket.once('data', (data) => resolve(Number(/ (\d{3}) /.exec(String(data))![1]))),
  );
  return new Promise((resolve) => socket.once('connect', () => resolve({ status, abort: () => socket.destroy() })));
}

const labels = (who: TestPerson) =>
  fetch(`http://127.0.0.1:${port}/api/labels`, { headers: who.headers }).then(({ status }) => status);

it('refuses requests beyond those that may wait, affects nobody else, and frees the slots', async () => {
  const [greedy, other] = [await person(app), await person(app)];
  const open = await Promise.all(Array.from({ length: 120 }, () => halfSent(greedy)));
  // 8 run and 100 wait; the rest is refused.
  const refused: number[] = [];
  for (const { status } of open) void status.then((one) => refused.push(one));
  await expect.poll(() => refused.length).toBe(12);
  expect(new Set(refused)).toEqual(new Set([429]));
  expect(await labels(other)).toBe(200);
  for (const { abort } of open) abort();
  await expect.poll(() => labels(greedy)).toBe(200);
});

it('answers simultaneous calls one after another', async () => {
  const me = await person(app);
  const statuses = await Promise.all(Array.from({ length: 60 }, () => labels(me)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await me.call(contract.labels.list)).data).toEqual([]);
});
