import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import type { BlobStore } from '../../../platform/blobs/index.ts';
import { newId } from '../../../platform/uuid.ts';
import { person } from '../../../testing/people.ts';
import { testApp } from '../../../testing/test-app.ts';
import { checkOrphans } from './check-orphans.ts';
import { createProblems } from './problems.ts';

const app = await forThisFile(testApp());

it('what nothing refers to is unused, unless it is young enough to be on its way', async () => {
  const { pool } = app.services;
  const me = await person(app);
  const picture = newId();
  await pool.query('update users set avatar_key = $1 where id = $2', [picture, me.id]);
  const hash = 'ab'.repeat(32);
  const stray = `content/${newId()}/ab/${hash}`;
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 3_600_000);
  const stored = [
    { key: `images/${picture}.webp`, modifiedAt: twoDaysAgo },
    { key: `images/${newId()}.webp`, modifiedAt: new Date() },
    { key: stray, modifiedAt: twoDaysAgo },
    { key: 'content/of-another-shape', modifiedAt: twoDaysAgo },
  ];
  const blobs = {
    async *list(prefix: string) {
      yield* stored.filter(({ key }) => key.startsWith(prefix));
    },
  } as unknown as BlobStore;
  const problems = createProblems();
  await checkOrphans(pool, blobs, problems);
  expect(problems.named.unused.toSorted()).toEqual(['content/of-another-shape', stray].toSorted());
});
