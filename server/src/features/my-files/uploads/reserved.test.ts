import { readdir } from 'node:fs/promises';
import { limits, planLimits } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { person } from '../../../testing/people.ts';
import { testApp } from '../../../testing/test-app.ts';
import { tusClient } from './testing/tus.ts';

/** Announced bytes that have not been sent. */

const app = await forThisFile(testApp());
await app.app.listen({ port: 0, host: '127.0.0.1' });

const spooled = async () => (await readdir(app.services.blobs.spoolDir)).filter((name) => name.startsWith('upload-'));
const pathOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers.location);

it('reserves up to a gigabyte per person, and counts received bytes, so that the plan holds for many uploads at once', async () => {
  const bert = await person(app);
  const team = [bert];
  for (let n = 0; n < 7; n++) team.push(await person(app, { role: 'member', organizationId: bert.organizationId }));
  const clients = team.map((who) => tusClient(app, who));
  for (const client of clients) await client.create(0, { filename: 'empty' });
  const half = planLimits.free.storage_bytes / 2 + 1;
  const before = await spooled();
  const answers = await Promise.all(clients.map((client) => client.create(half, { filename: 'half' })));
  // 2.5 GB of one's own and 1 GB of each other person: the fourth doesn't fit.
  const begun = answers.flatMap((answer, n) => (answer.status === 201 ? [{ path: pathOf(answer), n }] : []));
  expect(begun).toHaveLength(3);
  expect(await spooled()).toHaveLength(before.length + 3);
  const [first, second] = begun;
  await app.services.pool.query(`update uploads set received = size where id = $1`, [first!.path.split('/').at(-1)]);
  const refused = await clients[second!.n]!.patch(second!.path, 0, Buffer.alloc(10));
  expect([refused.status, refused.json!.code]).toEqual([402, 'plan_limit']);
});

it('leaves others room beside uploads that send nothing, and all of it after an hour', async () => {
  const bert = await person(app);
  const greedy = await person(app, { role: 'member', organizationId: bert.organizationId });
  const [his, theirs] = [tusClient(app, bert), tusClient(app, greedy)];
  const limit = planLimits.free.storage_bytes;
  const reserved = pathOf(await theirs.create(limit, { filename: 'never sent' }));
  expect((await his.create(limit - limits.uploadsReserved, { filename: 'fits' })).status).toBe(201);
  const left = async (path: string) => {
    const { rows } = await app.services.pool.query<{ minutes: number }>(
      `select round(extract(epoch from expires_at - now()) / 60)::int as minutes from uploads where id = $1`,
      [path.split('/').at(-1)],
    );
    return rows[0]!.minutes;
  };
  expect(await left(reserved)).toBe(60);
  const tus = tusClient(app, await person(app));
  const small = pathOf(await tus.create(100, { filename: 'small' }));
  await tus.patch(small, 0, Buffer.alloc(1));
  expect(await left(small)).toBe(24 * 60);
});
