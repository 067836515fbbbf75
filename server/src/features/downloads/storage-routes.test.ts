import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { person } from '../../testing/people.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';

const app = await forThisFile(testApp());
const owner = await person(app);
const colleague = await person(app, { role: 'member', organizationId: owner.organizationId });
const account = await quietAccount(app, owner);

const letters = 'abcdefghijklmnopqrstuvwxyz';

async function add(
  name: string,
  bytes: Uint8Array | string = letters,
  more: { mime?: string; exportedAs?: string } = {},
) {
  const [id] = await addFiles(app, owner, account, [{ name, bytes, ...more }]);
  return id!;
}

async function pathOf(id: string, viewer = owner): Promise<string> {
  const { data } = await viewer.call(contract.documents.get, { params: { id } });
  return `/storage/${data.local_path}`;
}

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.request({ method, url, headers });

const share = (id: string) =>
  owner.call(contract.sharing.share, { body: { inviting_ids: [colleague.id], document_ids: [id] } });

describe('bytes', () => {
  it('are sent whole, in parts, and not at all where the browser has them', async () => {
    const url = await pathOf(await add('letters.txt'));
    const whole = await get(url);
    expect([whole.status, whole.body]).toEqual([200, letters]);
    expect(whole.headers).toMatchObject({
      'content-length': '26',
      'content-type': 'text/plain; charset=utf-8',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
      'content-disposition': 'inline; filename="letters.txt"',
      'x-content-type-options': 'nosniff',
    });
    const etag = String(whole.headers.etag);
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    const known = await get(url, { 'If-None-Match': `"other", W/${etag}` });
    expect([known.status, known.body, known.headers.etag]).toEqual([304, '', etag]);
    expect((await get(url, { 'If-None-Match': '"other"' })).status).toBe(200);
    expect((await get(url, { 'If-Modified-Since': 'Thu, 01 Jan 2026 00:00:00 GMT' })).status).toBe(304);
  });

  it.each([
    ['bytes=0-4', 206, 'abcde', 'bytes 0-4/26'],
    ['bytes=20-', 206, 'uvwxyz', 'bytes 20-25/26'],
    ['bytes=-3', 206, 'xyz', 'bytes 23-25/26'],
    ['bytes=-100', 206, letters, 'bytes 0-25/26'],
    ['bytes=24-1000', 206, 'yz', 'bytes 24-25/26'],
    ['bytes=26-', 416, '', 'bytes */26'],
    ['bytes=-0', 416, '', 'bytes */26'],
    ['bytes=5-2', 200, letters, undefined],
    ['bytes=0-1,4-5', 200, letters, undefined],
    ['bytes=-', 200, letters, undefined],
    ['lines=1-2', 200, letters, undefined],
    ['bytes=99999999999999999999-', 200, letters, undefined],
  ])('Range: %s', async (range, status, body, contentRange) => {
    const answer = await get(await pathOf(await add('letters.txt')), { Range: range });
    expect([answer.status, answer.body, answer.headers['content-range']]).toEqual([status, body, contentRange]);
  });

  it('are sent whole where If-Range names another state', async () => {
    const url = await pathOf(await add('letters.txt'));
    const { headers } = await get(url);
    const part = (condition: unknown) => get(url, { Range: 'bytes=0-0', 'If-Range': String(condition) });
    expect((await part(headers.etag)).status).toBe(206);
    expect((await part(headers['last-modified'])).status).toBe(206);
    expect((await part('"other"')).status).toBe(200);
    expect((await part(`W/${String(headers.etag)}`)).status).toBe(200);
    expect((await part('Thu, 01 Jan 2015 00:00:00 GMT')).status).toBe(200);
  });

  it('are only described to HEAD, and an empty file is empty', async () => {
    const head = await get(await pathOf(await add('letters.txt')), {}, 'HEAD');
    expect([head.status, head.body, head.headers['content-length']]).toEqual([200, '', '26']);
    const url = await pathOf(await add('empty.txt', ''));
    const empty = await get(url);
    expect([empty.status, empty.body, empty.headers['content-length']]).toEqual([200, '', '0']);
    expect((await get(url, { Range: 'bytes=0-' })).status).toBe(200);
  });

  it('cause an error message if they are missing from the store, and no partial file', async () => {
    const id = await add('lost.txt', 'soon to be lost');
    const url = await pathOf(id);
    for await (const { key } of app.services.blobs.list(`content/${owner.organizationId}/`))
      if ((await app.services.blobs.head(key))!.size === 15) await app.services.blobs.delete(key);
    const { status, json, headers } = await get(url);
    expect([status, json.code, headers['content-disposition']]).toEqual([404, 'not_found', undefined]);
  });
});

describe('the frame of a video', () => {
  const MB = 1024 * 1024;
  const frameOf = async (id: string, viewer = owner) => {
    const { data } = await viewer.call(contract.documents.get, { params: { id } });
    return data.frame_path && `/storage/${data.frame_path}`;
  };
  const viewed = async (id: string) => {
    const query = 'select action from audit_events where object_id = $1';
    return (await app.services.pool.query(query, [id])).rowCount;
  };

  it('takes the beginning and the end, a part at a time, and doesn’t count as a view', async () => {
    const size = 9 * MB;
    const id = await add('film.webm', Buffer.alloc(size));
    const url = (await frameOf(id))!;
    const ask = async (range: string) => {
      const { status, headers } = await get(url, { Range: `bytes=${range}` }, 'HEAD');
      return [status, headers['content-range']];
    };
    const part = (start: number, end: number) => [206, `bytes ${start}-${end}/${size}`];
    expect(await ask('0-')).toEqual(part(0, MB / 2 - 1));
    expect(await ask('0-1')).toEqual(part(0, 1));
    expect(await ask(`${6 * MB - 10}-`)).toEqual(part(6 * MB - 10, 6 * MB - 1));
    expect(await ask('-10')).toEqual(part(size - 10, size - 1));
    expect(await ask(`${7 * MB}-`)).toEqual(part(7 * MB, 7 * MB + MB / 2 - 1));
    for (const beyond of [`${6 * MB}-`, `${7 * MB - 1}-`, '-3000000', `${size}-`])
      expect(await ask(beyond)).toEqual([416, `bytes */${size}`]);
    const [whole, beginning] = [await get(url), await get(url, { Range: 'bytes=0-9' })];
    expect([whole.status, beginning.status, beginning.body.length]).toEqual([416, 206, 10]);
    expect(await viewed(id)).toBe(0);
  });

  it('takes all of a short video, nothing of other files, and nothing for people without access', async () => {
    const id = await add('short.mp4');
    const url = (await frameOf(id))!;
    expect((await get(url, { Range: 'bytes=20-' })).body).toBe('uvwxyz');
    const text = await add('letters.txt');
    expect(await frameOf(text)).toBeNull();
    expect((await get((await pathOf(id)).replace('documents/', 'frames/'))).status).toBe(404);
    await share(id);
    const theirs = (await frameOf(id, colleague))!;
    expect((await get(theirs, { Range: 'bytes=0-3' })).status).toBe(206);
    await owner.call(contract.sharing.unshare, { params: { userId: colleague.id, documentId: id } });
    expect((await get(theirs, { Range: 'bytes=0-3' })).status).toBe(404);
  });
});

describe('names and types', () => {
  it.each([
    ['plain.txt', 'filename="plain.txt"'],
    ['Größe & "Maß".txt', `filename="Gr__e & _Ma__.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%26%20%22Ma%C3%9F%22.txt`],
    ["it's (1)*!.txt", 'filename="it\'s (1)*!.txt"'],
    ['報告.txt', `filename="__.txt"; filename*=UTF-8''%E5%A0%B1%E5%91%8A.txt`],
    ['a\r\nSet-Cookie: x.txt', 'filename="a__Set-Cookie: x.txt"'],
    ['a\u202efdp.txt', 'filename="a_fdp.txt"'],
    ['100%.txt', `filename="100_.txt"; filename*=UTF-8''100%25.txt`],
  ])('%s', async (name, expected) => {
    const { headers } = await get(await pathOf(await add(name)));
    expect(headers['content-disposition']).toBe(`inline; ${expected}`);
    expect(headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['photo.JPG', undefined, 'image/jpeg', 'inline'],
    ['page.html', 'text/html', 'text/plain; charset=utf-8', 'inline'],
    ['page.xhtml', 'application/xhtml+xml', 'text/plain; charset=utf-8', 'inline'],
    ['feed.xml', 'text/xml', 'text/plain; charset=utf-8', 'inline'],
    ['drawing.svg', 'image/svg+xml', 'image/svg+xml', 'inline'],
    ['paper.pdf', 'application/pdf', 'application/pdf', 'inline'],
    ['letter.docx', undefined, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'attachment'],
    ['page', 'text/html', 'application/octet-stream', 'attachment'],
    ['page.mht', 'multipart/related', 'application/octet-stream', 'attachment'],
    ['mail.eml', 'message/rfc822', 'application/octet-stream', 'attachment'],
    ['applet.swf', 'application/x-shockwave-flash', 'application/octet-stream', 'attachment'],
    ['picture', 'image/png', 'image/png', 'inline'],
    ['nothing', undefined, 'application/octet-stream', 'attachment'],
  ])('%s called %s', async (name, mime, type, how) => {
    const { headers } = await get(await pathOf(await add(name, '<script>alert(1)</script>', { mime })));
    expect(headers['content-type']).toBe(type);
    expect(headers['content-disposition']).toMatch(new RegExp(`^${how};`));
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none';/);
    expect(headers['content-security-policy']).not.toContain('allow-');
  });

  it('give an export the extension of its format', async () => {
    const office = 'application/vnd.openxmlformats-officedocument';
    const text = await get(await pathOf(await add('Plan', 'x', { exportedAs: `${office}.wordprocessingml.document` })));
    expect(text.headers['content-disposition']).toBe('attachment; filename="Plan.docx"');
    const paper = await get(await pathOf(await add('Plan.pdf', 'x', { exportedAs: 'application/pdf' })));
    expect(paper.headers['content-disposition']).toBe('inline; filename="Plan.pdf"');
  });

  it('save threads as HTML, and show them as text', async () => {
    const id = await add('Lunch? v. I', '<!doctype html>', { mime: 'text/html', exportedAs: 'text/html' });
    const path = await pathOf(id);
    expect((await get(`${path}&download=1`)).headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': 'attachment; filename="Lunch? v. I.html"',
    });
    expect((await get(path)).headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('save every kind of file with &download=1, recorded once', async () => {
    const id = await add('photo.jpg');
    const url = `${await pathOf(id)}&download=1`;
    expect((await get(url)).headers['content-disposition']).toBe('attachment; filename="photo.jpg"');
    await get(url);
    await get(url, { Range: 'bytes=5-' });
    const { data } = await owner.call(contract.documents.activity, { params: { id }, query: {} });
    expect(data.filter(({ kind }) => kind === 'downloaded')).toHaveLength(1);
  });
});

describe('access', () => {
  const refused = async (url: string) => {
    const never = await get('/storage/documents/00000000-0000-7000-8000-000000000000?tag=x');
    const { status, json, headers } = await get(url);
    expect(status).toBe(404);
    expect(json).toEqual(never.json);
    expect(headers['content-type']).toBe(never.headers['content-type']);
    expect(headers.etag).toBeUndefined();
  };

  it('rejects tampered, expired and malformed paths', async () => {
    const url = await pathOf(await add('letters.txt'));
    const other = await add('other.txt');
    const { searchParams } = new URL(url, 'http://x');
    const bent = (change: (query: URLSearchParams) => void, path = url.split('?')[0]) => {
      const query = new URLSearchParams(searchParams);
      change(query);
      return `${path}?${query}`;
    };
    await refused(bent((query) => query.set('tag', 'AAAA')));
    await refused(bent((query) => query.delete('tag')));
    await refused(bent((query) => query.append('tag', query.get('tag')!)));
    await refused(bent((query) => query.set('for', colleague.id)));
    await refused(bent((query) => query.set('v', '0')));
    await refused(bent((query) => query.set('until', '99999999999')));
    await refused(bent((query) => query.set('until', '1')));
    await refused(bent(() => {}, `/storage/documents/${other}`));
    await refused(bent(() => {}, url.split('?')[0]!.replace('documents', 'thumbnails')));
    await refused(bent(() => {}, url.split('?')[0]!.replace('documents', 'secrets')));
    await refused(bent(() => {}, '/storage/documents/..%2f..%2fetc'));
    await refused('/storage/zips/1?for=1&v=1&until=99999999999&tag=x');
    expect((await get(bent(() => {}))).status).toBe(200);
  });

  it('ends when the document is unshared or deleted, or the member is removed', async () => {
    const id = await add('shared.txt');
    await share(id);
    const url = await pathOf(id, colleague);
    expect((await get(url)).status).toBe(200);
    await owner.call(contract.sharing.unshare, { params: { userId: colleague.id, documentId: id } });
    await refused(url);
    await share(id);
    expect((await get(url)).status).toBe(200);

    const { pool } = app.services;
    await pool.query('update documents set deleted_at = now() where id = $1', [id]);
    await refused(url);
    await pool.query('update documents set deleted_at = null where id = $1', [id]);
    expect((await get(url)).status).toBe(200);

    const guest = await person(app, { role: 'member', organizationId: owner.organizationId });
    await owner.call(contract.sharing.share, { body: { inviting_ids: [guest.id], document_ids: [id] } });
    const theirs = await pathOf(id, guest);
    expect((await get(theirs)).status).toBe(200);
    await pool.query('delete from memberships where user_id = $1', [guest.id]);
    await refused(theirs);
  });

  it('ends when the person signs out or the workspace is deleted', async () => {
    const someone = await person(app);
    const [id] = await addFiles(app, someone, await quietAccount(app, someone), [{ name: 'a.txt', bytes: 'a' }]);
    const url = await pathOf(id!, someone);
    const { pool } = app.services;
    await pool.query('update organizations set deleted_at = now() where id = $1', [someone.organizationId]);
    await refused(url);
    await pool.query('update organizations set deleted_at = null where id = $1', [someone.organizationId]);
    expect((await get(url)).status).toBe(200);
    await someone.call(contract.auth.logout);
    await refused(url);
  });
});

describe('documents.download', () => {
  const download = (id: string, who = owner, headers: Record<string, string> = {}) =>
    app.request({ method: 'POST', url: `/api/documents/download/${id}`, headers: { ...who.headers, ...headers } });

  it('sends the same bytes to a session, under the right name, and in parts', async () => {
    const id = await add('Größe.html');
    const response = await owner.call(contract.documents.download, { params: { id } });
    expect(await response.text()).toBe(letters);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Gr__e.html"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.html`,
    );
    const part = await download(id, owner, { Range: 'bytes=1-2' });
    expect([part.status, part.body]).toEqual([206, 'bc']);
    const { data } = await owner.call(contract.documents.activity, { params: { id }, query: {} });
    expect(data.filter(({ kind }) => kind === 'downloaded')).toHaveLength(1);
  });

  it('refuses what one may not see, and names what has no bytes', async () => {
    const id = await add('letters.txt');
    expect((await download(id, colleague)).status).toBe(404);
    expect((await download(id, await person(app))).status).toBe(404);
    const [folder, pending] = await addDocuments(app, owner, account, [
      { name: 'Folder', folder: true },
      { name: 'later.txt' },
    ]);
    for (const one of [folder!, pending!]) {
      const { status, json } = await download(one);
      expect([status, json.code]).toEqual([409, 'conflict']);
    }
    await expect(owner.call(contract.documents.download, { params: { id: folder! } })).rejects.toMatchObject({
      status: 409,
      message: 'This is a folder. Download it as a zip.',
    });
  });
});
