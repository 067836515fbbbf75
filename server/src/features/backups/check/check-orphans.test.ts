import { createHash } from 'node:crypto';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import type { BlobStore } from '../../../platform/blobs/index.ts';
import { newId } from '../../../platform/uuid.ts';
import { person } from '../../../testing/people.ts';
import { testApp } from '../../../testing/test-app.ts';
import { contentKey, renditionKey, thumbnailKey } from '../../storage/index.ts';
import { checkOrphans } from './check-orphans.ts';
import { createProblems } from './problems.ts';

const app = await forThisFile(testApp());
const { pool } = app.services;

const twoDaysAgo = new Date(Date.now() - 2 * 24 * 3_600_000);

/** The keys of this store that nothing refers to. */
async function unusedOf(stored: { key: string; modifiedAt: Date }[]): Promise<string[]> {
  const blobs = {
    async *list(prefix: string) {
      yield* stored.filter(({ key }) => key.startsWith(prefix));
    },
  } as unknown as BlobStore;
  const problems = createProblems();
  await checkOrphans(pool, blobs, problems);
  return problems.named.unused.toSorted();
}

it('reports contents that nothing refers to, unless they are so new that a reference may follow', async () => {
  const strays = ['content/of-another-shape', `images/${newId()}.webp`];
  const stored = [
    ...strays.map((key) => ({ key, modifiedAt: twoDaysAgo })),
    { key: `images/${newId()}.webp`, modifiedAt: new Date() },
  ];
  expect(await unusedOf(stored)).toEqual(strays);
});

it.each([
  { what: 'contents', keyOf: contentKey, row: null },
  {
    what: 'thumbnails',
    keyOf: thumbnailKey,
    row: `insert into thumbnails (organization_id, sha256, state) values ($1, $2, 'ready')`,
  },
  {
    what: 'renditions',
    keyOf: renditionKey,
    row: `insert into renditions (organization_id, sha256, extension) values ($1, $2, 'doc')`,
  },
])('counts $what with a row of their organization as used', async ({ what, keyOf, row }) => {
  const [me, other] = [await person(app), await person(app)];
  const sha256 = createHash('sha256').update(what).digest();
  for (const { organizationId } of row ? [me, other] : [me])
    await pool.query('insert into blobs (organization_id, sha256, size) values ($1, $2, 1)', [organizationId, sha256]);
  if (row) await pool.query(row, [me.organizationId, sha256]);
  const [used, stray] = [keyOf(me.organizationId, sha256), keyOf(other.organizationId, sha256)];
  expect(await unusedOf([used, stray].map((key) => ({ key, modifiedAt: twoDaysAgo })))).toEqual([stray]);
});

it.each([
  { what: 'person', update: 'update users set avatar_key = $1 where id = $2' },
  { what: 'organization', update: 'update organizations set logo_key = $1 where id = $2' },
])('counts the image of a $what as used', async ({ what, update }) => {
  const me = await person(app);
  const [used, stray] = [newId(), newId()];
  await pool.query(update, [used, what === 'person' ? me.id : me.organizationId]);
  const stored = [used, stray].map((id) => ({ key: `images/${id}.webp`, modifiedAt: twoDaysAgo }));
  expect(await unusedOf(stored)).toEqual([`images/${stray}.webp`]);
});
