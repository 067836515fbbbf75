import { Dropbox, type DropboxResponseError } from 'dropbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DropboxSandbox, startDropbox } from '../index.ts';

/** The vendor's own client: what it understands is what Dropbox says. */
describe("Dropbox's own SDK", () => {
  let sandbox: DropboxSandbox;
  let client: Dropbox;
  beforeAll(async () => {
    sandbox = await startDropbox({ pageSize: 90 });
    const scopes = ['account_info.read', 'files.metadata.read', 'files.content.read', 'files.content.write'];
    const { accessToken } = sandbox.control.authorize({ person: 'ada', scopes });
    client = new Dropbox({ accessToken, fetch: redirected(sandbox) });
  });
  afterAll(() => sandbox.stop());

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

  it('exports a Paper document, and links to a file', async () => {
    const exported = await client.filesExport({ path: '/Paper/Team notes.paper', export_format: 'html' });
    expect(exported.result).toMatchObject({ export_metadata: { name: 'Team notes.html' } });
    const { link } = (await client.filesGetTemporaryLink({ path: '/Samples/Sample.csv' })).result;
    const part = await fetch(link, { headers: { range: 'bytes=0-1' } });
    expect([part.status, await part.text()]).toEqual([206, 'No']);
  });
});

/** Its requests go to the sandbox's hosts instead of Dropbox's. */
function redirected({ urls }: DropboxSandbox): typeof fetch {
  return (url, init) => {
    const { hostname, pathname } = new URL(String(url));
    return fetch(`${urls[hostname.split('.')[0] as keyof typeof urls]}${pathname}`, init);
  };
}
