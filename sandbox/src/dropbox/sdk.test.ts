import { Dropbox, DropboxAuth, type DropboxResponseError } from 'dropbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DropboxSandbox, startDropbox } from '../index.ts';

/** Sends its requests to the sandbox’s hosts instead of Dropbox’s. */
function redirected({ urls }: DropboxSandbox): typeof fetch {
  return (url, init) => {
    const { hostname, pathname, search } = new URL(String(url));
    return fetch(`${urls[hostname.split('.')[0] as keyof typeof urls]}${pathname}${search}`, init);
  };
}

/** Uses Dropbox’s own client, to prove that the sandbox speaks its protocol. */
describe("Dropbox's own SDK", () => {
  let sandbox: DropboxSandbox;
  let client: Dropbox;
  beforeAll(async () => {
    sandbox = await startDropbox({ pageSize: 90 });
    client = open();
  });
  afterAll(() => sandbox.stop());
  const open = () => {
    const scopes = ['account_info.read', 'files.metadata.read', 'files.content.read', 'files.content.write'];
    const { accessToken } = sandbox.control.authorize({ person: 'ada', scopes });
    return new Dropbox({ accessToken, fetch: redirected(sandbox) });
  };
  it('reads the account and its quota', async () => {
    const { result } = await client.usersGetCurrentAccount();
    expect(result).toMatchObject({ email: 'ada@example.com', root_info: { '.tag': 'user' } });
    expect(result.account_id).toHaveLength(40);
    const space = await client.usersGetSpaceUsage();
    expect(space.result).toMatchObject({ used: expect.any(Number), allocation: { '.tag': 'individual' } });
  });

  it('lists everything in pages, then the changes', async () => {
    let page = (await client.filesListFolder({ path: '', recursive: true })).result;
    const entries = [...page.entries];
    while (page.has_more) {
      page = (await client.filesListFolderContinue({ cursor: page.cursor })).result;
      entries.push(...page.entries);
    }
    expect(entries.length).toBeGreaterThan(300);
    expect(new Set(entries.map((entry) => entry.path_lower)).size).toBe(entries.length);
    sandbox.control.write({ person: 'ada', path: '/Fresh.txt', text: 'fresh' });
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
    await client.filesDeleteV2({ path: done.result.id });
    const { is_deleted, entries } = (await client.filesListRevisions({ path: done.result.id, mode: { '.tag': 'id' } }))
      .result;
    expect([is_deleted, entries[0]!.path_lower]).toEqual([true, '/new folder/session.txt']);
    const restored = await client.filesRestore({ path: '/New folder/Session.txt', rev: entries[0]!.rev });
    expect(restored.result).toMatchObject({ id: done.result.id, path_display: '/New folder/Session.txt', size: 13 });
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

  it('finishes many upload sessions at once, each with its own result', async () => {
    const started = await client.filesUploadSessionStart({ contents: Buffer.from('abb'), close: true });
    const entry = (session_id: string, name: string) => ({
      cursor: { session_id, offset: 3 },
      commit: { path: `/Many at once/${name}.txt` },
    });
    const entries = [entry(started.result.session_id, 'one'), entry('none', 'none')];
    const done = await client.filesUploadSessionFinishBatchV2({ entries });
    expect(done.result.entries).toMatchObject([
      { '.tag': 'success', name: 'one.txt', size: 3 },
      { '.tag': 'failure', failure: { '.tag': 'lookup_failed', lookup_failed: { '.tag': 'not_found' } } },
    ]);
  });

  it('exports a Paper document', async () => {
    const exported = await client.filesExport({ path: '/Paper/Team notes.paper', export_format: 'html' });
    expect(exported.result).toMatchObject({ export_metadata: { name: 'Team notes.html' } });
  });
});
