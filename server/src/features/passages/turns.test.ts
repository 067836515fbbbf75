import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { quietAccount } from '../../testing/documents.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';
import { olderPassages } from './embed-older.ts';
import { claimScan } from './scans/scans.queries.ts';
import { wantTexts } from './want-texts.ts';

let busy: TestPerson;
let quiet: TestPerson;
const app = await forThisFile(testApp());
beforeEach(async () => {
  for (const table of ['documents', 'blobs', 'allowances']) await app.services.pool.query(`delete from ${table}`);
  [busy, quiet] = [await person(app), await person(app)];
});

const query = async (text: string, values: unknown[]) => (await app.services.pool.query(text, values)).rows;

async function add(who: TestPerson, count: number): Promise<string[]> {
  const account = await quietAccount(app, who);
  const files = Array.from({ length: count }, (_, n) => ({ name: `${n}.txt`, bytes: `Number ${n} of ${who.id}.` }));
  return addFiles(app, who, account, files);
}

describe('pictures of text', () => {
  const wait = (who: TestPerson) =>
    query(
      `insert into scans (organization_id, sha256, next_try_at)
       select organization_id, sha256, now() - interval '1 hour' from blobs where organization_id = $1`,
      [who.organizationId],
    );
  const claim = async (o = {}) => (await claimScan(app.services.db, o))?.organization_id;

  it('are read next for a workspace that comes later, however many another has waiting', async () => {
    await add(busy, 4);
    await wait(busy);
    expect(await claim()).toBe(busy.organizationId);
    await add(quiet, 1);
    await wait(quiet);
    await query(
      `update scans set next_try_at = now() - interval '1 minute'
      where organization_id = $1 and attempts = 0`,
      [busy.organizationId],
    );
    expect([await claim(), await claim()]).toEqual([quiet.organizationId, busy.organizationId]);
  });

  it('have a scanner that is kept for those that had nothing read of late', async () => {
    for (const who of [busy, quiet]) {
      await add(who, 2);
      await wait(who);
    }
    await query(`insert into allowances (key, free_at) values ($1, now() + interval '1 hour')`, [
      `scans ${busy.organizationId}`,
    ]);
    expect(await claim({ isQuick: true })).toBe(quiet.organizationId);
    await query(`update allowances set free_at = now() + interval '1 hour'`, []);
    expect(await claim({ isQuick: true })).toBeUndefined();
  });
});

it('passages are embedded in turns: a workspace that comes later is in the next batch', async () => {
  for (const who of [busy, quiet]) {
    await wantTexts(app.services.db, await add(who, who === busy ? 40 : 2));
    await query(
      `insert into passages (organization_id, sha256, number, places, body)
       select organization_id, sha256, 1, '[]', 'text' from content_texts where organization_id = $1`,
      [who.organizationId],
    );
  }
  const batch = await olderPassages(app.services.db, 1);
  expect(batch).toHaveLength(32);
  expect(batch.filter((one) => one.organization_id === quiet.organizationId)).toHaveLength(2);
});
