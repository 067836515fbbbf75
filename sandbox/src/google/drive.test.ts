import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type GoogleSandbox, startGoogle } from '../index.ts';
import { forThisFile } from '../testing/for-this-file.ts';

const person = 'ada';
const GRAIN = 256 * 1024;
const google = await forThisFile(startGoogle());
const token = google.control.authorize({ person }).accessToken;

type Options = RequestInit & { as?: string };
function send(path: string, { as = token, headers, ...init }: Options = {}): Promise<Response> {
  const url = path.startsWith('http') ? path : `${google.url}${path}`;
  return fetch(url, { ...init, headers: { authorization: `Bearer ${as}`, ...headers } });
}
// biome-ignore lint/suspicious/noExplicitAny: tests check the shape of what they read.
const get = async (path: string, options?: Options): Promise<any> => (await send(path, options)).json();
async function refused(path: string, options?: Options): Promise<[number, string]> {
  const response = await send(path, options);
  const { error } = (await response.json()) as { error: { code: number; errors: { reason: string }[] } };
  expect(error.code).toBe(response.status);
  return [response.status, error.errors[0]!.reason];
}
const files = (query: Record<string, string>) => `/drive/v3/files?${new URLSearchParams(query)}`;
const found = async (q: string, more: Record<string, string> = {}) =>
  (await get(files({ q, ...more }))).files.map((file: { name: string }) => file.name);
const json = (value: unknown): Options => ({
  method: 'POST',
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
});

describe('files', () => {
  it('are listed with four fields unless more are requested, and always in pages', async () => {
    const list = await get('/drive/v3/files');
    expect(list.files).toHaveLength(100);
    expect(Object.keys(list.files[0])).toEqual(['kind', 'id', 'name', 'mimeType']);
    expect(list.nextPageToken).toMatch(/^~!!~/);
    expect((await get(files({ pageSize: '5000', fields: 'files(id,size)' }))).files.length).toBeGreaterThan(300);
    const wanted = 'files(id,size,owners(displayName))';
    const [file] = (await get(files({ q: "name='Recording.wav'", fields: wanted }))).files;
    expect(file).toEqual({
      id: expect.stringMatching(/^1[\w-]{32}$/),
      size: '12582912',
      owners: [{ displayName: 'Ada Lindqvist' }],
    });
  });

  it('are found by parent, name, type, trash and sharing', async () => {
    const twins = google.control.find({ person, name: 'Twins' });
    expect(await found(`'${twins}' in parents and mimeType!='application/vnd.google-apps.folder'`)).toHaveLength(2);
    expect(await found("name='thrown away.txt' and trashed=true")).toEqual(['Thrown away.txt']);
    expect(await found("(name='Empty.txt' or name='CON') and trashed=false")).toHaveLength(2);
    expect(await found("name='quote\\'s and % and & and # and +.txt'")).toHaveLength(1);
    expect(await found('sharedWithMe')).toEqual(['From Dana.pdf', 'View only.pdf', "Dana's folder"]);
    expect(await found("'root' in parents and name='Finance'")).toEqual(['Finance']);
  });

  it('are refused in Google’s words', async () => {
    expect(await refused('/drive/v3/files', { as: 'ya29.wrong' })).toEqual([401, 'authError']);
    expect(await refused(files({ q: 'colour=blue' }))).toEqual([400, 'invalid']);
    expect(await refused(files({ fields: 'files(id,colour)' }))).toEqual([400, 'invalidParameter']);
    expect(await refused(files({ pageSize: '0' }))).toEqual([400, 'invalid']);
    const { nextPageToken } = await get('/drive/v3/files');
    expect(await refused(files({ pageToken: nextPageToken, q: 'trashed=false' }))).toEqual([400, 'invalid']);
    expect(await refused("/drive/v3/files?q='nowhere'+in+parents")).toEqual([404, 'notFound']);
    expect(await refused('/drive/v3/about')).toEqual([400, 'required']);
    const letter = google.control.find({ person, name: 'Letter 1' });
    expect(await refused(`/drive/v3/files/${letter}?alt=media`)).toEqual([403, 'fileNotDownloadable']);
    const book = google.control.find({ person, name: 'Handbook with pictures' });
    const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    expect(await refused(`/drive/v3/files/${book}/export?mimeType=${docx}`)).toEqual([403, 'exportSizeLimitExceeded']);
    const given = google.control.find({ person, name: 'From Dana.pdf' });
    expect(await refused(`/drive/v3/files/${given}`, { method: 'DELETE' })).toEqual([
      403,
      'insufficientFilePermissions',
    ]);
  });

  it('can be read in ranges', async () => {
    const id = google.control.add({ person, name: 'digits', text: '0123456789' });
    const read = async (range: string) => {
      const response = await send(`/drive/v3/files/${id}?alt=media`, { headers: { range } });
      return [response.status, response.headers.get('content-range'), await response.text()];
    };
    expect(await read('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await read('bytes=8-')).toEqual([206, 'bytes 8-9/10', '89']);
    expect((await read('bytes=10-'))[0]).toBe(416);
  });

  it('are in one folder, and can be moved', async () => {
    const [here, there] = ['here', 'there'].map((name) =>
      google.control.add({ person, name, mimeType: 'application/vnd.google-apps.folder' }),
    );
    const id = google.control.add({ person, name: 'moved', parent: here! });
    const patch = (query: string) => `/drive/v3/files/${id}?fields=parents&${query}`;
    expect(await refused(patch(`addParents=${there}`), { ...json({}), method: 'PATCH' })).toEqual([
      403,
      'cannotAddParent',
    ]);
    const moved = await get(patch(`addParents=${there}&removeParents=${here}`), { ...json({}), method: 'PATCH' });
    expect(moved.parents).toEqual([there]);
  });

  it('are created once under a requested id', async () => {
    const { ids } = await get('/drive/v3/files/generateIds?count=1');
    await send('/drive/v3/files', json({ id: ids[0], name: 'once' }));
    expect(await refused('/drive/v3/files', json({ id: ids[0], name: 'twice' }))).toEqual([409, 'fileIdInUse']);
  });

  it('may be sent as base64', async () => {
    const headers = { 'content-type': 'multipart/related; boundary=xyz' };
    const parts = [
      `content-type: application/json\r\n\r\n${JSON.stringify({ name: 'all.tar.gz' })}`,
      `content-type: application/gzip\r\ncontent-transfer-encoding: base64\r\n\r\n${btoa('not really')}`,
    ];
    const body = `${parts.map((part) => `--xyz\r\n${part}\r\n`).join('')}--xyz--`;
    const path = '/upload/drive/v3/files?uploadType=multipart&fields=size';
    expect(await get(path, { method: 'POST', headers, body })).toEqual({ size: '10' });
  });

  it('can’t be written with a scope for reading', async () => {
    const readonly = google.control.authorize({ person, scopes: ['https://www.googleapis.com/auth/drive.readonly'] });
    expect(await refused('/drive/v3/files', { ...json({}), as: readonly.accessToken })).toEqual([
      403,
      'insufficientPermissions',
    ]);
  });

  it('depend only on the seed', async () => {
    const again = await startGoogle();
    const held = (sandbox: GoogleSandbox, who: 'ada' | 'bruno') =>
      [...sandbox.drives.get(who)!.nodes()].map(({ id, name, content }) => [id, name, content?.hash('md5')]);
    expect(held(again, 'bruno')).toEqual(held(google, 'bruno'));
    expect(again.drives.get('ada')!.root.id).not.toBe(again.drives.get('bruno')!.root.id);
    await again.stop();
  });
});

describe('an upload in pieces', () => {
  const open = async (size: number, name = 'pieces.bin') => {
    const headers = { 'x-upload-content-length': String(size), 'content-type': 'application/json' };
    const response = await send('/upload/drive/v3/files?uploadType=resumable&fields=id,size', {
      method: 'POST',
      body: JSON.stringify({ name }),
      headers,
    });
    return response.headers.get('location')!;
  };
  /** Sends no token, because the address is enough. */
  const put = async (url: string, range: string, body = Buffer.alloc(0)) => {
    const response = await fetch(url, { method: 'PUT', body, headers: { 'content-range': range } });
    return [response.status, response.headers.get('range')];
  };

  it('requires multiples of 256 KiB, reports its offset, and ends with the file', async () => {
    const total = GRAIN + 10;
    const url = await open(total);
    expect(await put(url, `bytes */${total}`)).toEqual([308, null]);
    expect(await put(url, `bytes 0-999/${total}`, Buffer.alloc(1000))).toEqual([400, null]);
    expect(await put(url, `bytes 0-${GRAIN - 1}/${total}`, Buffer.alloc(GRAIN))).toEqual([308, `bytes=0-${GRAIN - 1}`]);
    expect(await put(url, `bytes ${GRAIN + 5}-${total - 1}/${total}`, Buffer.alloc(5))).toEqual([503, null]);
    expect(await put(url, `bytes */${total}`)).toEqual([308, `bytes=0-${GRAIN - 1}`]);
    expect(await put(url, `bytes ${GRAIN}-${total - 1}/${total}`, Buffer.alloc(10))).toEqual([200, null]);
    expect(await put(url, `bytes */${total}`)).toEqual([200, null]);
    expect(await found("name='pieces.bin'")).toHaveLength(1);
  });

  it('may be empty, cancelled, or expired', async () => {
    expect(await put(await open(0, 'nothing.bin'), 'bytes */0')).toEqual([200, null]);
    const url = await open(GRAIN);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(499);
    expect((await put(url, `bytes */${GRAIN}`))[0]).toBe(404);
  });

  it('keeps complete grains of a piece that was cut off', async () => {
    const total = GRAIN * 3;
    const url = await open(total, 'cut.bin');
    const headers = { 'content-range': `bytes 0-${total - 1}/${total}`, 'content-length': String(total) };
    const cut = request(url, { method: 'PUT', headers }).on('error', () => {});
    cut.write(Buffer.alloc(GRAIN * 2 + 2000), () => setTimeout(() => cut.destroy(), 50));
    await expect.poll(async () => (await put(url, `bytes */${total}`))[1]).toBe(`bytes=0-${GRAIN * 2 - 1}`);
  });

  it('is refused without free space', async () => {
    google.control.setLimit({ person: 'chen', bytes: 10 });
    const as = google.control.authorize({ person: 'chen' }).accessToken;
    const media = { method: 'POST', body: 'more than ten bytes', as };
    expect(await refused('/upload/drive/v3/files?uploadType=media', media)).toEqual([403, 'storageQuotaExceeded']);
  });
});

describe('the control calls', () => {
  it('are open to tests in other processes, but not to pages of other sites', async () => {
    const control = (name: string, body: object, headers: Record<string, string> = { 'x-sandbox-control': '1' }) =>
      fetch(`${google.url}/_control/${name}`, { method: 'POST', body: JSON.stringify(body), headers });
    expect((await control('calls', { prefix: '' }, {})).status).toBe(403);
    const { port } = new URL(google.url);
    const namedAs = (host: string) =>
      new Promise<number>((resolve, reject) => {
        const headers = { host, 'x-sandbox-control': '1' };
        request({ port, path: '/_control/calls', method: 'POST', headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode!);
        })
          .on('error', reject)
          .end('{"prefix":""}');
      });
    expect(await namedAs(`localhost:${port}`)).toBe(200);
    // A page of another site makes its own name resolve to this machine.
    expect(await namedAs(`rebound.example:${port}`)).toBe(403);
    expect((await control('nothing', {})).status).toBe(404);
    await control('fail', {
      method: 'GET',
      path: '/drive/v3/drives',
      nth: 2,
      times: 2,
      action: { kind: 'status', status: 503, retryAfter: 3 },
    });
    const statuses: number[] = [];
    for (let at = 0; at < 4; at++) statuses.push((await send('/drive/v3/drives')).status);
    expect(statuses).toEqual([200, 503, 503, 200]);
    expect(await (await control('calls', { prefix: 'GET /drive/v3/drives' })).json()).toBe(4);
    const id = await (await control('add', { person, name: 'by another', text: 'hi' })).json();
    expect(await get(`/drive/v3/files/${id}?fields=name,size`)).toEqual({ name: 'by another', size: '2' });
  });
});
