import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { chargeWorkspace } from '../../platform/turns/workspace-turns.ts';
import { quietAccount } from '../../testing/documents.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';
import { upload as uploadTo } from '../../testing/upload.ts';
import { olderPassages } from './embed-older.ts';
import { readNext } from './read-texts.ts';
import { createReaders } from './readers.ts';
import { claimScan } from './scans/scans.queries.ts';
import { claimText, textsLane } from './texts.queries.ts';
import { wantTexts } from './want-texts.ts';

let busy: TestPerson;
let quiet: TestPerson;
const app = await forThisFile(testApp());
const origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
beforeEach(async () => {
  for (const table of ['documents', 'blobs', 'allowances']) await app.services.pool.query(`delete from ${table}`);
  [busy, quiet] = [await person(app), await person(app)];
});

const query = async (text: string, values: unknown[] = []) => (await app.services.pool.query(text, values)).rows;

async function add(who: TestPerson, count: number): Promise<string[]> {
  const account = await quietAccount(app, who);
  const files = Array.from({ length: count }, (_, n) => ({ name: `${n}.txt`, bytes: `Number ${n} of ${who.id}.` }));
  return addFiles(app, who, account, files);
}

describe('texts', () => {
  const claim = async (o = {}) => (await claimText(app.services, o))?.organization_id;
  const read = (who: TestPerson, ms: number) => chargeWorkspace(app.services.db, textsLane, who.organizationId, ms);
  const upload = (who: TestPerson, name: string, content: string) => uploadTo(origin, who.token, name, content);

  it('are read next for a new workspace, however much another has waiting', async () => {
    for (let n = 1; n <= 4; n++) await upload(busy, `${n}.txt`, `one of many ${n}`);
    const [a, b] = [busy.organizationId, quiet.organizationId];
    expect(await claim()).toBe(a);
    await upload(quiet, 'b.txt', 'of another');
    // Even if it is older than everything the other workspace uploads later.
    await query(`update content_texts set next_try_at = now() - interval '1 hour' where organization_id = $1`, [b]);
    await upload(busy, '5.txt', 'one of many 5');
    expect([await claim(), await claim(), await claim()]).toEqual([b, a, a]);
  });

  it('take turns, one of each workspace in a round', async () => {
    const others = [quiet, await person(app), await person(app)];
    for (const who of [busy, ...others]) for (let n = 1; n <= 2; n++) await upload(who, `${n}.txt`, `one of two ${n}`);
    const round = async () => new Set([await claim(), await claim(), await claim(), await claim()]);
    expect((await round()).size).toBe(4);
    expect((await round()).size).toBe(4);
    expect(await claim()).toBeUndefined();
  });

  it('wait longer if their workspace used much time lately, until that is forgotten', async () => {
    const [a, b] = [busy.organizationId, quiet.organizationId];
    for (const who of [busy, quiet]) for (let n = 1; n <= 3; n++) await upload(who, `${n}.txt`, `one of three ${n}`);
    await read(busy, 3_600_000);
    expect([await claim(), await claim()]).toEqual([b, b]);
    // An hour counts as a minute.
    await query(`update allowances set free_at = free_at - interval '10 minutes'`);
    expect(await claim()).toBe(a);
  });

  it('have a reader reserved for workspaces that had nothing read lately, which leaves long files to the others', async () => {
    for (let n = 1; n <= 2; n++) await upload(busy, `${n}.txt`, `one of two ${n}`);
    await read(busy, 60_000);
    expect(await claim({ isQuick: true })).toBeUndefined();
    const slow = await upload(quiet, 'endless.html', '<i>'.repeat(400_000) + '</b></u>'.repeat(400_000));
    const hasty = createReaders({ seconds: 0.05, processes: 1 });
    expect(await readNext(app.services, hasty, new AbortController().signal, { isQuick: true })).toBe(true);
    hasty.close();
    const [text] = await query(
      'select t.state, t.attempts from documents d join content_texts t using (organization_id, sha256) where d.id = $1',
      [slow],
    );
    expect(text).toEqual({ state: 'waiting', attempts: 0 });
  });
});

describe('pictures of text', () => {
  const wait = (who: TestPerson) =>
    query(
      `insert into scans (organization_id, sha256, next_try_at)
       select organization_id, sha256, now() - interval '1 hour' from blobs where organization_id = $1`,
      [who.organizationId],
    );
  const claim = async (o = {}) => (await claimScan(app.services, o))?.organization_id;

  it('are read next for a new workspace, however many another has waiting', async () => {
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

  it('have a scanner reserved for workspaces that had nothing read lately', async () => {
    for (const who of [busy, quiet]) {
      await add(who, 2);
      await wait(who);
    }
    await query(`insert into allowances (key, free_at) values ($1, now() + interval '1 hour')`, [
      `scans ${busy.organizationId}`,
    ]);
    expect(await claim({ isQuick: true })).toBe(quiet.organizationId);
    await query(`update allowances set free_at = now() + interval '1 hour'`);
    expect(await claim({ isQuick: true })).toBeUndefined();
  });
});

it('embeds passages in turns, so that a new workspace is in the next batch', async () => {
  for (const who of [busy, quiet]) {
    await wantTexts(app.services.db, await add(who, who === busy ? 40 : 2));
    await query(
      `insert into passages (organization_id, sha256, number, places, body)
       select organization_id, sha256, 1, '[]', 'text' from content_texts where organization_id = $1`,
      [who.organizationId],
    );
  }
  const batch = await olderPassages(app.services, 1);
  expect(batch).toHaveLength(32);
  expect(batch.filter((one) => one.organization_id === quiet.organizationId)).toHaveLength(2);
});
