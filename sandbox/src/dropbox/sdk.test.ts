import { Dropbox, DropboxAuth, type DropboxResponseError } from 'dropbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DropboxSandbox, startDropbox } from '../index.ts';
import { documentRoutes } from './document-routes.ts';
import { routes } from './routes.ts';
import { createDescribed } from './testing/described.ts';
import { redirected, refused } from './testing/sdk.ts';

/** Dropbox's own client, to prove that the sandbox speaks its protocol. */
describe("Dropbox's own SDK", () => {
  const described = createDescribed();
  let sandbox: DropboxSandbox;
  let client: Dropbox;
  beforeAll(async () => {
    sandbox = await startDropbox({ pageSize: 90, onAnswer: described.onAnswer });
    client = open();
  });
  afterAll(async () => {
    await sandbox.stop();
    described.expectNone();
  });
  const open = () => {
    const scopes = ['account_info.read', 'files.metadata.read', 'files.content.read', 'files.content.write'];
    const { accessToken } = sandbox.control.authorize({ person: 'ada', scopes });
    return new Dropbox({ accessToken, fetch: redirected(sandbox) });
  };
  const write = async (path: string, text: string) =>
    (await client.filesUpload({ path, contents: Buffer.from(text), mode: { '.tag': 'overwrite' } })).result;

  it('knows who it is, and how full the account', async () => {
    const { result } = await client.usersGetCurrentAccount();
    expect(result).toMatchObject({ email: 'ada@example.com', root_info: { '.tag': 'user' } });
    expect(result.account_id).toHaveLength(40);
    const space = await client.usersGetSpaceUsage();
    expect(space.result).toMatchObject({ used: expect.any(Number), allocation: { '.tag': 'individual' } });
  });

  it('lists everything in pages, then what changed', async () => {
    let page = (await client.filesListFolder({ path: '', recursive: true })).result;
    const entries = [...page.entries];
    while (page.has_more) {
      page = (await client.filesListFolderContinue({ cursor: page.cursor })).result;
      entries.push(...page.entries);
    }
    expect(entries.length).toBeGreaterThan(300);
    expect(new Set(entries.map((entry) => entry.path_lower)).size).toBe(entries.length);
    const waiting = client.filesListFolderLongpoll({ cursor: page.cursor, timeout: 30 });
    sandbox.control.write({ person: 'ada', path: '/Fresh.txt', text: 'fresh' });
    expect((await waiting).result).toEqual({ changes: true });
    const news = (await client.filesListFolderContinue({ cursor: page.cursor })).result;
    expect(news.entries).toMatchObject([{ '.tag': 'file', path_display: '/Fresh.txt', size: 5 }]);
  });

  it('uploads, also in a session, downloads, moves, copies and deletes', async () => {
    const path = '/Grüße – 世界.txt';
    await client.filesUpload({ path, contents: Buffer.from('hello') });
    const { result } = await client.filesDownload({ path });
    expect(Buffer.from(result.fileBinary!).toString()).toBe('hello');
    expect(result).toMatchObject({ name: 'Grüße – 世界.txt', size: 5 });

    const session = (await client.filesUploadSessionStart({ contents: Buffer.from('one ') })).result.session_id;
    await client.filesUploadSessionAppendV2({
      cursor: { session_id: session, offset: 4 },
      contents: Buffer.from('two '),
    });
    const done = await client.filesUploadSessionFinish({
      cursor: { session_id: session, offset: 8 },
      commit: { path: '/Session.txt', client_modified: '2020-01-02T03:04:05Z' },
      contents: Buffer.from('three'),
    });
    expect(done.result).toMatchObject({ size: 13, client_modified: '2020-01-02T03:04:05Z' });

    const moved = await client.filesMoveV2({ from_path: '/Session.txt', to_path: '/New folder/Session.txt' });
    expect(moved.result.metadata).toMatchObject({ id: done.result.id, path_lower: '/new folder/session.txt' });
    const copied = await client.filesCopyV2({ from_path: done.result.id, to_path: '/New folder/Copy.txt' });
    expect(copied.result.metadata).not.toMatchObject({ id: done.result.id });
    await client.filesDeleteV2({ path: '/new FOLDER' });
    const gone = await client
      .filesGetMetadata({ path: done.result.id })
      .catch((error: DropboxResponseError<unknown>) => error);
    expect(gone).toMatchObject({ status: 409, error: { error_summary: 'path/not_found/...' } });
  });

  it('signs in with parameters in the address, and refreshes', async () => {
    const { clientId, clientSecret, urls } = sandbox;
    const auth = new DropboxAuth({ clientId, clientSecret, fetch: redirected(sandbox) });
    const redirect = 'http://localhost:3000/oauth';
    const url = new URL(await auth.getAuthenticationUrl(redirect, 'state', 'code', 'offline'));
    const body = new URLSearchParams({ person: 'ada', decision: 'allow' });
    const { headers } = await fetch(`${urls.authorize}${url.search}`, { method: 'POST', body, redirect: 'manual' });
    const code = new URL(headers.get('location')!).searchParams.get('code')!;
    const { result } = (await auth.getAccessTokenFromCode(redirect, code)) as { result: Record<string, string> };
    expect(result).toMatchObject({ token_type: 'bearer', account_id: sandbox.state.account('ada').accountId });
    auth.setRefreshToken(result.refresh_token!);
    await auth.refreshAccessToken();
    const again = new Dropbox({ auth, fetch: redirected(sandbox) });
    expect((await again.usersGetCurrentAccount()).result.email).toBe('ada@example.com');
    await again.authTokenRevoke();
  });

  it('lists with all its options, also what was deleted', async () => {
    await write('/Options/gone.txt', 'gone');
    await write('/Options/here.txt', 'here');
    await client.filesDeleteV2({ path: '/Options/gone.txt' });
    const options = { include_deleted: true, include_restorable_info: true, include_mounted_folders: false };
    const more = {
      include_has_explicit_shared_members: true,
      include_property_groups: null,
      limit: null,
      shared_link: null,
    };
    const asked = { path: '/Options', ...options, ...more } as unknown as Parameters<Dropbox['filesListFolder']>[0];
    const { entries } = (await client.filesListFolder(asked)).result;
    expect(entries).toMatchObject([
      { '.tag': 'file', name: 'here.txt', has_explicit_shared_members: false },
      { '.tag': 'deleted', name: 'gone.txt', is_restorable: true },
    ]);
    const gone = await client.filesGetMetadata({ path: '/options/GONE.txt', include_deleted: true });
    expect(gone.result).toMatchObject({ '.tag': 'deleted', path_display: '/Options/gone.txt' });
    const latest = await client.filesListFolderGetLatestCursor({ path: '/Options' });
    expect((await client.filesListFolderContinue({ cursor: latest.result.cursor })).result.entries).toEqual([]);
    const top = (await client.filesListFolder({ path: '', include_mounted_folders: false })).result.entries;
    expect(top.map(({ name }) => name)).not.toContain('Team drafts');
  });

  it('finds by name, in pages', async () => {
    for (const at of [1, 2, 3]) await write(`/Search/Needle ${at}.txt`, 'x');
    let page = (await client.filesSearchV2({ query: 'needle', options: { path: '/Search', max_results: 2 } })).result;
    const found = [...page.matches];
    while (page.has_more) {
      page = (await client.filesSearchContinueV2({ cursor: page.cursor! })).result;
      found.push(...page.matches);
    }
    const names = found.map(({ metadata }) => metadata['.tag'] === 'metadata' && metadata.metadata.name);
    expect(names).toEqual(['Needle 1.txt', 'Needle 2.txt', 'Needle 3.txt']);
  });

  it('lists revisions, reads one, and restores it', async () => {
    const path = '/Revised.txt';
    const first = await write(path, 'first');
    const second = await write(path, 'second');
    const { entries, is_deleted, has_more } = (await client.filesListRevisions({ path, limit: 1 })).result;
    expect({ revs: entries.map(({ rev }) => rev), is_deleted, has_more }).toEqual({
      revs: [second.rev],
      is_deleted: false,
      has_more: true,
    });
    const older = await client.filesListRevisions({ path: first.id, mode: { '.tag': 'id' } });
    expect(older.result.entries.map(({ rev }) => rev)).toEqual([second.rev, first.rev]);
    const old = await client.filesDownload({ path: `rev:${first.rev}` });
    expect(Buffer.from((old.result as { fileBinary?: Uint8Array }).fileBinary!).toString()).toBe('first');
    await client.filesDeleteV2({ path });
    expect((await client.filesListRevisions({ path })).result.is_deleted).toBe(true);
    expect((await client.filesRestore({ path, rev: first.rev })).result).toMatchObject({ size: 5 });
    expect(await refused(client.filesRestore({ path, rev: '123456789' }))).toBe('invalid_revision/...');
  });

  it('makes, copies, moves and deletes in batches', async () => {
    expect((await client.filesCreateFolderV2({ path: '/Batch' })).result.metadata).not.toHaveProperty('.tag');
    const made = await client.filesCreateFolderBatch({ paths: ['/Batch/a', '/Batch/b', '/Batch/a/desktop.ini'] });
    expect(made.result).toMatchObject({
      '.tag': 'complete',
      entries: [
        { '.tag': 'success', metadata: { path_display: '/Batch/a' } },
        { '.tag': 'success' },
        { '.tag': 'failure', failure: { '.tag': 'path', path: { '.tag': 'disallowed_name' } } },
      ],
    });
    const later = await client.filesCreateFolderBatch({ paths: ['/Batch/c'], force_async: true });
    const polled = async (
      job: { '.tag': string },
      check: (arg: { async_job_id: string }) => Promise<{ result: { '.tag': string } }>,
    ) => {
      const asked = { async_job_id: (job as { async_job_id?: string }).async_job_id! };
      expect((await check(asked)).result).toEqual({ '.tag': 'in_progress' });
      return (await check(asked)).result as unknown as { entries: { '.tag': string }[] };
    };
    await polled(later.result, (arg) => client.filesCreateFolderBatchCheck(arg));
    await write('/Batch/a/file.txt', 'x');
    const pairs = (from: string, to: string) => ({
      entries: [
        { from_path: from, to_path: to },
        { from_path: '/Batch/nothing', to_path: '/Batch/never' },
      ],
    });
    const copied = await client.filesCopyBatchV2(pairs('/Batch/a/file.txt', '/Batch/b/copy.txt'));
    expect(await polled(copied.result, (arg) => client.filesCopyBatchCheckV2(arg))).toMatchObject({
      entries: [
        { '.tag': 'success', success: { '.tag': 'file', name: 'copy.txt' } },
        { '.tag': 'failure', failure: { '.tag': 'relocation_error' } },
      ],
    });
    const moved = await client.filesMoveBatchV2(pairs('/Batch/b', '/Batch/d'));
    expect((await polled(moved.result, (arg) => client.filesMoveBatchCheckV2(arg))).entries[0]).toMatchObject({
      success: { '.tag': 'folder', path_lower: '/batch/d' },
    });
    const deleted = await client.filesDeleteBatch({ entries: [{ path: '/Batch' }, { path: '/Batch/none' }] });
    expect(await polled(deleted.result, (arg) => client.filesDeleteBatchCheck(arg))).toMatchObject({
      entries: [{ '.tag': 'success' }, { '.tag': 'failure', failure: { '.tag': 'path_lookup' } }],
    });
    expect(await refused(client.filesDeleteBatchCheck({ async_job_id: 'none' }))).toBe('invalid_async_job_id/...');
  });

  it('uploads many files at once', async () => {
    const { session_ids } = (await client.filesUploadSessionStartBatch({ num_sessions: 2 })).result;
    const cursors = session_ids.map((session_id) => ({ session_id, offset: 0 }));
    await client.filesUploadSessionAppendBatch({
      entries: cursors.map((cursor, at) => ({ cursor, length: at + 1, close: true })),
      contents: Buffer.from('abb'),
    });
    const entries = cursors.map((cursor, at) => ({
      cursor: { ...cursor, offset: at + 1 },
      commit: { path: `/Many at once/${at}.txt` },
    }));
    const missing = { cursor: { session_id: 'none', offset: 0 }, commit: { path: '/Many at once/none.txt' } };
    const done = await client.filesUploadSessionFinishBatchV2({ entries: [...entries, missing] });
    expect(done.result.entries).toMatchObject([
      { '.tag': 'success', name: '0.txt', size: 1 },
      { '.tag': 'success', name: '1.txt', size: 2 },
      { '.tag': 'failure', failure: { '.tag': 'lookup_failed', lookup_failed: { '.tag': 'not_found' } } },
    ]);
    const job = (await client.filesUploadSessionFinishBatch({ entries: [missing] })).result;
    const asked = { async_job_id: (job as { async_job_id: string }).async_job_id };
    await client.filesUploadSessionFinishBatchCheck(asked);
    expect((await client.filesUploadSessionFinishBatchCheck(asked)).result).toMatchObject({ '.tag': 'complete' });
  });

  it('copies by reference', async () => {
    const { copy_reference } = (await client.filesCopyReferenceGet({ path: '/Samples/Sample.csv' })).result;
    const saved = await client.filesCopyReferenceSave({ copy_reference, path: '/Saved.csv' });
    expect(saved.result.metadata).toMatchObject({ '.tag': 'file', name: 'Saved.csv' });
  });

  it('exports a Paper document, and links to a file', async () => {
    const exported = await client.filesExport({ path: '/Paper/Team notes.paper', export_format: 'html' });
    expect(exported.result).toMatchObject({ export_metadata: { name: 'Team notes.html' } });
    const { link } = (await client.filesGetTemporaryLink({ path: '/Samples/Sample.csv' })).result;
    const part = await fetch(link, { headers: { range: 'bytes=0-1' } });
    expect([part.status, await part.text()]).toEqual([206, 'No']);
  });

  it('was answered by every call that the sandbox has, but those of sdk-documents.test.ts', () => {
    const missing = Object.keys(routes).filter((route) => !described.routes.has(route));
    expect(missing.sort()).toEqual(Object.keys(documentRoutes).sort());
  });
});
