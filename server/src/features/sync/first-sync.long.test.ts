import { contract } from '@sheaf/contract';
import { type DropboxSandbox, type GoogleSandbox, startDropbox, startGoogle } from '@sheaf/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectAccount } from '../../testing/consent.ts';
import { person } from '../../testing/people.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

/** Files of every kind, with odd names and deep folders. */

let app: TestApp;
let google: GoogleSandbox;
let dropbox: DropboxSandbox;
beforeAll(async () => {
  [google, dropbox] = await Promise.all([startGoogle(), startDropbox()]);
  app = await testApp({}, { 'google-drive': google, dropbox });
});
afterAll(async () => {
  await app.close();
  await Promise.all([google.stop(), dropbox.stop()]);
});

const { sources } = contract;

describe.each(['google-drive', 'dropbox'])('a first sync of %s', (source) => {
  it('brings every file, its bytes once, and its place', async () => {
    const me = await person(app);
    const { id } = await connectAccount(me, source, 'ada');
    const sync = { file_mode: 'all' } as const;
    const { batch_id } = (await me.call(sources.syncSettings, { body: { source_account_id: id, data: { sync } } }))
      .data;
    await app.work();
    const batch = (await me.call(sources.batchStatus, { params: { id: batch_id } })).data;
    expect(batch).toMatchObject({ phase: 'done', percent: 100 });
    expect(['completed', 'completed_with_errors']).toContain(batch.status);
    const documents = await app.services.db.selectFrom('documents').selectAll().where('account_id', '=', id).execute();
    expect(documents.length).toBeGreaterThan(200);
    const files = documents.filter(({ kind }) => kind === 'file');
    const withBytes = files.filter(({ content }) => content === 'stored');
    expect(withBytes.length).toBeGreaterThan(files.length * 0.9);
    for (const { size, stored_size } of withBytes) expect(stored_size).toBe(size);
    const ids = new Set(documents.map((one) => one.id));
    for (const { parent_id } of documents) if (parent_id) expect(ids.has(parent_id)).toBe(true);
    const failures = (await me.call(sources.failures, { params: { id } })).data;
    expect(failures.length).toBe(batch.failed);
    const now = (await me.call(sources.accounts)).data.find((one) => one.id === id);
    expect(now).toMatchObject({ status: 'connected', failed: batch.failed });
    expect(now?.files).toBe(documents.filter(({ kind }) => kind !== 'folder').length);
    expect(now?.quota?.used).toBeGreaterThan(0);
  });
});
