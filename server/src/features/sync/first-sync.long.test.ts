import { contract } from '@sheaf/contract';
import { startDropbox, startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { person } from '../../testing/people.ts';
import { connectAccount, syncAccount } from '../../testing/sign-in/consent.ts';
import { testApp } from '../../testing/test-app.ts';

/** Files of every kind, with odd names and deep folders. */

const google = await forThisFile(startGoogle());
const dropbox = await forThisFile(startDropbox());
const app = await forThisFile(testApp({}, { 'google-drive': google, dropbox }));

const { sources } = contract;

describe.each(['google-drive', 'dropbox'])('a first sync of %s', (source) => {
  it('brings every file to its place, and its bytes once', async () => {
    const me = await person(app);
    const { id } = await connectAccount(me, source, 'ada');
    const batch = await syncAccount(app, me, id);
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
