import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startDropbox } from '../index.ts';
import { forThisFile } from '../testing/for-this-file.ts';

const sandbox = await forThisFile(startDropbox());
const token = sandbox.control.authorize({ person: 'ada' }).accessToken;

interface Answer {
  status: number;
  headers: Headers;
  /** Parses JSON if it is JSON, otherwise returns text. */
  // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of what they read.
  body: any;
}

async function post(url: string, headers: Record<string, string>, body?: string | Uint8Array): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers,
    ...(body !== undefined && { body: Buffer.from(body as string) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type') === 'application/json';
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}
const rpc = (route: string, arg: unknown, bearer = token) => {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  return post(`${sandbox.urls.api}/2/${route}`, headers, JSON.stringify(arg));
};
const content = (route: string, arg: object, bytes: string | Uint8Array = '', more: Record<string, string> = {}) => {
  const headers = { 'content-type': 'application/octet-stream', 'dropbox-api-arg': JSON.stringify(arg), ...more };
  return post(`${sandbox.urls.content}/2/${route}`, { authorization: `Bearer ${token}`, ...headers }, bytes);
};
const summary = ({ status, body }: Answer) => `${status} ${body.error_summary ?? body}`;

describe('requests', () => {
  it.each([
    ['the root as a slash', 'files/list_folder', { path: '/' }, 'Specify the root folder as an empty string'],
    ['a path without its slash', 'files/list_folder', { path: 'Samples' }, 'did not match pattern'],
    ['a field it does not know', 'files/list_folder', { path: '', depth: 1 }, "unknown field 'depth'"],
    ['a field of another type', 'files/list_folder', { path: '', recursive: 'yes' }, 'recursive: expected boolean'],
    ['a limit beyond 2000', 'files/list_folder', { path: '', limit: 2001 }, 'not between 1 and 2000'],
    ['a new name', 'files/move_v2', { from_path: '/a', to_path: '/b', autorename: true }, 'autorename: expected false'],
    ['a missing field', 'files/move_v2', { from_path: '/a' }, "missing required field 'to_path'"],
    ['an argument where none is taken', 'users/get_current_account', {}, 'expected null'],
    ['a cursor that was not made here', 'files/list_folder/continue', { cursor: 'AAxx' }, 'Invalid "cursor"'],
  ])('with %s are refused in plain text', async (_, route, arg, message) => {
    const { status, body } = await rpc(route, arg);
    expect(status).toBe(400);
    expect(body).toMatch(/^Error in call to API function "/);
    expect(body).toContain(message);
  });

  it('need a known and valid token with the scope of the call', async () => {
    const arg = { path: '/Empty.txt' };
    expect(await rpc('files/get_metadata', arg, 'sl.unknown')).toMatchObject({
      status: 401,
      body: { error: { '.tag': 'invalid_access_token' } },
    });
    const { accessToken } = sandbox.control.authorize({ person: 'bruno', scopes: ['account_info.read'] });
    const missing = await rpc('files/get_metadata', arg, accessToken);
    expect(missing.body.error).toEqual({ '.tag': 'missing_scope', required_scope: 'files.metadata.read' });
    sandbox.control.expireTokens({ person: 'bruno' });
    expect(summary(await rpc('files/get_metadata', arg, accessToken))).toBe('401 expired_access_token/...');
  });

  it('must be sent to the host of the call', async () => {
    expect((await rpc('files/download', { path: '/Empty.txt' })).status).toBe(404);
  });

  it('have their argument in a header of plain ASCII', async () => {
    const header = '{"path":"/Gr\\u00fc\\u00dfe.txt"}';
    expect((await content('files/upload', {}, 'hi', { 'dropbox-api-arg': header })).body.name).toBe('Grüße.txt');
    const raw = await content('files/download', {}, '', { 'dropbox-api-arg': '{"path":"/Grüße.txt"}' });
    expect(raw).toMatchObject({ status: 400, body: expect.stringContaining('could not decode input as JSON') });
  });

  it('may have token and argument in their address', async () => {
    const query = new URLSearchParams({ authorization: `Bearer ${token}`, arg: '{"path":"/Samples/Sample.csv"}' });
    const { status, headers } = await post(`${sandbox.urls.content}/2/files/download?${query}`, {});
    expect([status, JSON.parse(headers.get('dropbox-api-result')!).name]).toEqual([200, 'Sample.csv']);
  });

  it('may have null only for optional fields', async () => {
    const nulls = { limit: null, shared_link: null, include_property_groups: null };
    expect((await rpc('files/list_folder', { path: '', ...nulls })).status).toBe(200);
    expect((await rpc('files/list_folder', { path: '', recursive: null })).body).toContain(
      'expected boolean, got null',
    );
  });

  it('are counted, and fail on request, also through /_control', async () => {
    const door = (name: string, arg: object) =>
      post(`${sandbox.url}/_control/${name}`, { 'x-sandbox-control': '1' }, JSON.stringify(arg));
    const action = { kind: 'status', status: 429, retryAfter: 7, reason: 'too_many_write_operations' };
    await door('fail', { path: '/api/2/files/create_folder_v2', action });
    const limited = await rpc('files/create_folder_v2', { path: '/Later' });
    expect(limited).toMatchObject({
      status: 429,
      body: { error: { reason: { '.tag': 'too_many_write_operations' }, retry_after: 7 } },
    });
    expect(limited.headers.get('retry-after')).toBe('7');
    expect((await door('calls', { prefix: 'POST /api/2/files/create_folder_v2' })).body).toBe(1);
  });
});

describe('files', () => {
  const upload = (path: string, text: string, more: object = {}) => content('files/upload', { path, ...more }, text);

  it.each<[string, { before?: string } & Record<string, unknown>, string]>([
    ['added anew', {}, '200'],
    ['that is the same', { before: 'new' }, '200 same'],
    ['that is the same, strictly', { before: 'new', strict_conflict: true }, '409 path/conflict/file/...'],
    ['over another', { before: 'old' }, '409 path/conflict/file/...'],
    ['overwriting', { before: 'old', mode: 'overwrite' }, '200 same'],
    [
      'updating the wrong revision',
      { before: 'old', mode: { '.tag': 'update', update: '123456789' } },
      '409 path/conflict/file/...',
    ],
    ['with the wrong hash', { content_hash: '0'.repeat(64) }, '409 content_hash_mismatch/...'],
    ['under another name', { before: 'old', autorename: true }, '400'],
    ['with a time that is none', { client_modified: '2024-01-01' }, '400'],
  ])('%s', async (title, { before, ...mode }, expected) => {
    const path = `/Modes ${title}/Mode.txt`;
    const first = before === undefined ? null : (await upload(path, before)).body;
    const second = await upload(path, 'new', mode);
    const { name, id } = second.body;
    const outcome = second.status !== 200 ? summary(second) : `200 ${id === first?.id ? 'same' : name}`;
    expect(outcome).toContain(expected);
  });

  it('keep the bytes of a refused upload for a retry', async () => {
    await upload('/Kept.txt', 'theirs');
    const { body } = await upload('/Kept.txt', 'ours');
    const cursor = { session_id: body.error.upload_session_id, offset: 4 };
    const saved = await content('files/upload_session/finish', { cursor, commit: { path: '/Kept too.txt' } });
    expect(saved.body).toMatchObject({ size: 4, path_display: '/Kept too.txt' });
  });

  it('ignore case in paths, but keep it', async () => {
    await rpc('files/create_folder_v2', { path: '/Case/Sub' });
    expect(summary(await rpc('files/create_folder_v2', { path: '/CASE/SUB' }))).toBe('409 path/conflict/folder/...');
    expect((await upload('/case/New.txt', 'x')).body.path_display).toBe('/Case/New.txt');
    expect(summary(await upload('/Case/new.TXT/below.txt', 'x'))).toBe('409 path/conflict/file_ancestor/...');
  });

  it.each([
    ['/desktop.ini', 'path/disallowed_name'],
    ['/back\\slash', 'path/malformed_path'],
    ['/trailing ', 'path/malformed_path'],
    [`/${'x'.repeat(256)}`, 'path/malformed_path'],
    ['/Shared with me/new.txt', 'path/no_write_permission'],
  ])('are not made at %s', async (path, error) => {
    expect(summary(await upload(path, 'x'))).toBe(`409 ${error}/...`);
  });

  it('can be read in ranges', async () => {
    await upload('/Ten.txt', '0123456789');
    const part = await content('files/download', { path: '/Ten.txt' }, '', { range: 'bytes=3-5' });
    expect([part.status, part.body, part.headers.get('content-range')]).toEqual([206, '345', 'bytes 3-5/10']);
    expect((await content('files/download', { path: '/Ten.txt' }, '', { range: 'bytes=10-' })).status).toBe(416);
  });
});

describe('the space of a team', () => {
  const asMember = (route: string, arg: object) => {
    const account = sandbox.state.account('chen');
    const headers = {
      authorization: `Bearer ${sandbox.control.authorize({ person: 'chen' }).accessToken}`,
      'content-type': 'application/json',
      'dropbox-api-path-root': JSON.stringify({ '.tag': 'root', root: account.rootNamespace }),
    };
    return post(`${sandbox.urls.api}/2/${route}`, headers, JSON.stringify(arg));
  };

  it.each([
    ['files/create_folder_v2', { path: '/Mine' }, '409 path/no_write_permission/...'],
    ['files/delete_v2', { path: '/Company handbook' }, '409 path_write/team_folder/...'],
    ['files/move_v2', { from_path: '/Company handbook', to_path: '/Mine' }, '409 from_write/team_folder/...'],
    ['files/delete_v2', { path: '/Chen Wei' }, '409 path_write/no_write_permission/...'],
  ])('is not changed by a member with %s %j', async (route, arg, expected) => {
    expect(summary(await asMember(route, arg))).toBe(expected);
  });

  it('accepts what members add to their own folder and to team folders', async () => {
    for (const path of ['/Chen Wei/New', '/Company handbook/New'])
      expect((await asMember('files/create_folder_v2', { path })).status).toBe(200);
  });
});

describe('an account made odd', () => {
  const odd = (given: object) => sandbox.control.setOddities({ person: 'ada', seed: 'odd', ...given });
  afterEach(() => sandbox.control.setOddities({ person: 'ada' }));

  it('refuses concurrent writes, in both of Dropbox’s ways', async () => {
    odd({ collisions: true });
    const { locked } = sandbox.state.account('ada');
    locked.add('');
    const refused = [];
    for (const path of ['/Collide a', '/Collide b']) refused.push(await rpc('files/create_folder_v2', { path }));
    expect(refused.map(summary).sort()).toEqual([
      '409 path/too_many_write_operations/...',
      '429 too_many_write_operations/...',
    ]);
    expect([409, 429]).toContain((await content('files/upload', { path: '/Collide' }, 'x')).status);
    expect([409, 429]).toContain((await content('files/upload', { path: '/Collide' }, 'x')).status);
    locked.clear();
    expect((await rpc('files/create_folder_v2', { path: '/Collide a' })).status).toBe(200);
  });

  it('finds a written item only when it is requested again', async () => {
    odd({ lag: 1 });
    const { id } = (await content('files/upload', { path: '/Lagging.txt' }, 'x')).body;
    expect(summary(await rpc('files/get_metadata', { path: id }))).toBe('409 path/not_found/...');
    expect((await rpc('files/get_metadata', { path: id })).body).toMatchObject({ name: 'Lagging.txt' });
  });
});

describe('upload sessions', () => {
  const append = (session_id: string, offset: number, bytes: string | Uint8Array, more: object = {}) =>
    content('files/upload_session/append_v2', { cursor: { session_id, offset }, ...more }, bytes);
  const start = async (arg: object = {}, bytes = '') =>
    (await content('files/upload_session/start', arg, bytes)).body.session_id as string;
  const finish = (session_id: string, offset: number, path: string) =>
    content('files/upload_session/finish', { cursor: { session_id, offset }, commit: { path } });

  it('report their offset, end, and expire', async () => {
    const id = await start({}, 'abc');
    const wrong = await append(id, 0, 'abc');
    expect(wrong).toMatchObject({ status: 409, body: { error: { '.tag': 'incorrect_offset', correct_offset: 3 } } });
    expect((await append(id, 3, 'def', { close: true })).status).toBe(200);
    expect(summary(await append(id, 6, 'x'))).toBe('409 closed/...');
    const early = await finish(id, 3, '/Session.txt');
    expect(early.body.error).toEqual({
      '.tag': 'lookup_failed',
      lookup_failed: { '.tag': 'incorrect_offset', correct_offset: 6 },
    });
    expect((await finish(id, 6, '/Session.txt')).body).toMatchObject({
      size: 6,
      rev: expect.stringMatching(/^[0-9a-f]{9,}$/),
    });
    expect(summary(await finish(id, 6, '/Session.txt'))).toBe('409 lookup_failed/not_found/...');
  });
});

describe('changes', () => {
  it('come in order: a move as a deletion and everything at the new path', async () => {
    const { control } = sandbox;
    control.mkdir({ person: 'ada', path: '/Moving' });
    control.write({ person: 'ada', path: '/Moving/file.txt', text: 'x' });
    const { cursor } = (await rpc('files/list_folder/get_latest_cursor', { path: '', recursive: true })).body;
    control.move({ person: 'ada', from: '/Moving', to: '/Moved' });
    control.remove({ person: 'ada', path: '/Empty.txt' });
    const { entries, has_more } = (await rpc('files/list_folder/continue', { cursor })).body;
    const reported = entries.map((entry: Record<string, string>) => `${entry['.tag']} ${entry.path_display}`);
    expect(reported).toEqual(['deleted /Moving', 'folder /Moved', 'file /Moved/file.txt', 'deleted /Empty.txt']);
    expect(has_more).toBe(false);
    control.expireCursors();
    expect(summary(await rpc('files/list_folder/continue', { cursor }))).toBe('409 reset/...');
  });

  it('are announced to a verified webhook, and signed', async () => {
    const notifications: { body: string; signature: unknown }[] = [];
    const app = createServer(async (req, res) => {
      const challenge = new URL(req.url!, 'http://app').searchParams.get('challenge');
      const headers = { 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' };
      if (req.method === 'GET') return res.writeHead(200, headers).end(challenge);
      notifications.push({
        body: Buffer.concat(await req.toArray()).toString(),
        signature: req.headers['x-dropbox-signature'],
      });
      return res.end();
    }).listen(0, '127.0.0.1');
    await once(app, 'listening');
    await sandbox.control.webhook({ url: `http://127.0.0.1:${(app.address() as AddressInfo).port}/` });
    sandbox.control.write({ person: 'chen', path: '/News.txt', text: 'news' });
    await expect.poll(() => notifications.length).toBe(1);
    const [{ body, signature }] = notifications as [(typeof notifications)[0]];
    expect(JSON.parse(body).list_folder.accounts).toEqual([sandbox.state.account('chen').accountId]);
    expect(signature).toBe(createHmac('sha256', sandbox.clientSecret).update(body).digest('hex'));
    app.close();
    app.closeAllConnections();
  });
});
