import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startBox } from '../index.ts';
import { forThisFile } from '../testing/for-this-file.ts';

const person = 'ada';
const box = await forThisFile(startBox({ minInParts: 20, partSize: 8 }));
const token = box.control.authorize({ person }).accessToken;

type Options = RequestInit & { as?: string };
function send(path: string, { as = token, headers, ...init }: Options = {}): Promise<Response> {
  return fetch(`${box.url}${path}`, { ...init, headers: { authorization: `Bearer ${as}`, ...headers } });
}
// biome-ignore lint/suspicious/noExplicitAny: tests check the shape of what they read.
const get = async (path: string, options?: Options): Promise<any> => (await send(path, options)).json();
async function refused(path: string, options?: Options): Promise<[number, string]> {
  const response = await send(path, options);
  const { type, status, code } = (await response.json()) as { type: string; status: number; code: string };
  expect([type, status]).toEqual(['error', response.status]);
  return [status, code];
}
const json = (method: string, value: unknown, headers = {}): Options => ({
  method,
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json', ...headers },
});
const idOf = (path: string) => box.control.list({ person, path: '' }).find((one) => one.path === path)!.id;
const sha1 = (text: string | Uint8Array) => createHash('sha1').update(text).digest();
const form = (...parts: [string, string | Blob][]) => {
  const body = new FormData();
  for (const [name, value] of parts) body.append(name, value);
  return { method: 'POST', body };
};
const attributes = (name: string, parent = '0') => JSON.stringify({ name, parent: { id: parent } });

describe('tokens', () => {
  it('expire, which Box reports only in a header', async () => {
    const { accessToken } = box.control.authorize({ person: 'chen' });
    expect((await send('/2.0/users/me', { as: accessToken })).status).toBe(200);
    box.control.expireTokens({ person: 'chen' });
    const response = await send('/2.0/users/me', { as: accessToken });
    expect([response.status, await response.text()]).toEqual([401, '']);
    expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('can’t write with a scope for reading', async () => {
    const as = box.control.authorize({ person, scopes: ['root_readonly'] }).accessToken;
    expect((await send('/2.0/folders/0/items', { as })).status).toBe(200);
    const folder = json('POST', { name: 'No', parent: { id: '0' } });
    expect(await refused('/2.0/folders', { ...folder, as })).toEqual([403, 'insufficient_scope']);
  });

  it('are refreshed once with each refresh token', async () => {
    const refresh = async (refresh_token: string) => {
      const { clientId: client_id, clientSecret: client_secret } = box;
      const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token, client_id, client_secret });
      const response = await fetch(`${box.url}/oauth2/token`, { method: 'POST', body });
      return (await response.json()) as { access_token?: string; refresh_token?: string; error?: string };
    };
    const { refreshToken } = box.control.authorize({ person });
    const next = await refresh(refreshToken!);
    expect(next.refresh_token).not.toBe(refreshToken);
    expect(await refresh(refreshToken!)).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(next.refresh_token!)).error).toBeUndefined();
  });
});

describe('items', () => {
  it('are listed by marker, with few fields unless more are requested', async () => {
    const first = await get('/2.0/folders/0/items?usemarker=true&limit=3');
    expect(first.entries).toHaveLength(3);
    expect(Object.keys(first.entries[0])).toEqual(['type', 'id', 'sequence_id', 'etag', 'name']);
    const names: string[] = [];
    let marker: string | undefined = '';
    do {
      const page = await get(`/2.0/folders/0/items?usemarker=true&limit=3&fields=name&marker=${marker}`);
      names.push(...page.entries.map(({ name }: { name: string }) => name));
      marker = page.next_marker;
    } while (marker);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('From Dana.pdf');
    expect(names).not.toContain('Thrown away.txt');
    expect(await refused('/2.0/folders/0/items?usemarker=true&marker=nonsense')).toEqual([400, 'bad_request']);
    expect(await refused('/2.0/folders/0/items?limit=1001')).toEqual([400, 'bad_request']);
  });

  it('have ids that are unique only with their type, and times without fractions', async () => {
    const file = await get(`/2.0/files/${idOf('Read me first.txt')}`);
    expect(file.type).toBe('file');
    expect(file.content_modified_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-08:00$/);
    expect(file.sha1).toBe(file.file_version.sha1);
    const numbers = box.control.list({ person, path: '' }).map(({ id }) => id);
    expect(new Set(numbers).size).toBeLessThan(numbers.length);
    expect((await get(`/2.0/files/${idOf('From Dana.pdf')}`)).parent).toBeNull();
  });

  it.each([
    ['a/b', 'item_name_invalid'],
    ['a\\b', 'item_name_invalid'],
    ['a ', 'item_name_invalid'],
    ['..', 'item_name_invalid'],
    ['x'.repeat(256), 'item_name_too_long'],
  ])('are not named %j', async (name, code) => {
    expect(await refused('/2.0/folders', json('POST', { name, parent: { id: '0' } }))).toEqual([400, code]);
  });

  it('never share a name in any case, and the error names the existing item', async () => {
    const made = await get('/2.0/folders', json('POST', { name: 'Only', parent: { id: '0' } }));
    const response = await send('/2.0/folders', json('POST', { name: 'ONLY', parent: { id: '0' } }));
    expect(response.status).toBe(409);
    const { context_info } = (await response.json()) as { context_info: object };
    expect(context_info).toMatchObject({ conflicts: [{ type: 'folder', id: made.id }] });
  });

  it('change only if the client’s version matches', async () => {
    const made = await get('/2.0/folders', json('POST', { name: 'Matched', parent: { id: '0' } }));
    const rename = (etag: string) => json('PUT', { name: `Renamed ${etag}` }, { 'if-match': etag });
    expect((await send(`/2.0/folders/${made.id}`, rename('0'))).status).toBe(200);
    expect(await refused(`/2.0/folders/${made.id}`, rename('0'))).toEqual([412, 'precondition_failed']);
  });

  it('go to the trash first, and are deleted for good from there', async () => {
    box.control.mkdir({ person, path: 'Doomed' });
    box.control.write({ person, path: 'Doomed/in it.txt', text: 'x' });
    const [folder, file] = [idOf('Doomed'), idOf('Doomed/in it.txt')];
    expect(await refused(`/2.0/folders/${folder}`, { method: 'DELETE' })).toEqual([400, 'folder_not_empty']);
    expect(await refused(`/2.0/folders/${folder}/trash`, { method: 'DELETE' })).toEqual([404, 'not_found']);
    expect((await send(`/2.0/folders/${folder}?recursive=true`, { method: 'DELETE' })).status).toBe(204);
    expect(await refused(`/2.0/files/${file}`)).toEqual([404, 'trashed']);
    expect((await send(`/2.0/folders/${folder}/trash`, { method: 'DELETE' })).status).toBe(204);
    expect(await refused(`/2.0/files/${file}`)).toEqual([404, 'not_found']);
  });
});

describe('contents', () => {
  it('come from another host, where no token is needed and a sent one counts as leaked', async () => {
    const redirect = await send(`/2.0/files/${idOf('Recording.wav')}/content`, { redirect: 'manual' });
    expect(redirect.status).toBe(302);
    const address = redirect.headers.get('location')!;
    expect(new URL(address).origin).not.toBe(box.url);
    const part = await fetch(address, { headers: { range: 'bytes=10-19' } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
    expect(box.control.tokensGivenAway()).toBe(0);
    expect((await fetch(address, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    expect(box.control.tokensGivenAway()).toBe(1);
    expect((await fetch(address, { headers: { range: 'bytes=99999999-' } })).status).toBe(416);
  });

  it('are announced before they are sent, and the answer names the address', async () => {
    const asked = json('OPTIONS', { name: 'announced.txt', parent: { id: '0' }, size: 5 });
    expect(await get('/2.0/files/content/', asked)).toMatchObject({
      upload_url: `${box.urls.upload}/2.0/files/content`,
    });
  });

  it('are sent in a form, attributes first, with their hash', async () => {
    const file = new Blob(['hello']);
    const path = '/upload/api/2.0/files/content';
    expect(await refused(path, form(['file', file], ['attributes', attributes('late.txt')]))).toEqual([
      400,
      'metadata_after_file_contents',
    ]);
    const upload = form(['attributes', attributes('form.txt')], ['whatever', file]);
    expect(await refused(path, { ...upload, headers: { 'content-md5': sha1('other').toString('hex') } })).toEqual([
      400,
      'bad_digest',
    ]);
    const right = { ...upload, headers: { 'content-md5': sha1('hello').toString('hex') } };
    const { entries } = await get(path, right);
    expect(entries[0]).toMatchObject({ name: 'form.txt', size: 5, sha1: sha1('hello').toString('hex') });
    const response = await send(path, right);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ context_info: { conflicts: { id: entries[0].id } } });
  });
});

describe('an upload session', () => {
  const bytes = Buffer.from('twenty bytes and more');
  const open = async (name: string) =>
    get(
      '/upload/api/2.0/files/upload_sessions',
      json('POST', { folder_id: '0', file_size: bytes.length, file_name: name }),
    );
  const put = (id: string, start: number, end: number, more: Record<string, string> = {}): [string, Options] => {
    const body = bytes.subarray(start, end);
    const digest = `sha=${sha1(body).toString('base64')}`;
    const headers = { 'content-range': `bytes ${start}-${end - 1}/${bytes.length}`, digest, ...more };
    return [`/upload/api/2.0/files/upload_sessions/${id}`, { method: 'PUT', body, headers }];
  };

  it('accepts parts of its size in any order, with their hashes, and is committed when Box is ready', async () => {
    const { id, part_size, total_parts } = await open('parts.bin');
    expect([part_size, total_parts]).toEqual([8, 3]);
    for (const [start, end] of [
      [16, 21],
      [0, 8],
    ] as const)
      expect((await send(...put(id, start, end))).status).toBe(200);
    // The client sends it again, as if it got no answer.
    expect((await send(...put(id, 0, 8))).status).toBe(200);
    box.control.setOddities({ person, refusesRepeatedParts: true });
    expect(await refused(...put(id, 0, 8))).toEqual([409, 'range_overlaps_existing_range']);
    box.control.setOddities({ person });
    expect(await refused(...put(id, 8, 15))).toEqual([416, 'range_not_valid']);
    expect(await refused(...put(id, 8, 16, { digest: `sha=${sha1('x').toString('base64')}` }))).toEqual([
      400,
      'digest_mismatch',
    ]);
    const commit = async (headers = { digest: `sha=${sha1(bytes).toString('base64')}` }) => {
      const { entries } = await get(`/upload/api/2.0/files/upload_sessions/${id}/parts?limit=1000`);
      const parts = entries.toSorted((a: { offset: number }, b: { offset: number }) => a.offset - b.offset);
      return send(`/upload/api/2.0/files/upload_sessions/${id}/commit`, json('POST', { parts }, headers));
    };
    expect(await (await commit()).json()).toMatchObject({ code: 'parts_mismatch' });
    await send(...put(id, 8, 16));
    const busy = await commit();
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([202, '0']);
    expect(await (await commit({ digest: 'sha=AAAA' })).json()).toMatchObject({ code: 'digest_mismatch' });
    expect((await commit()).status).toBe(201);
    expect(Buffer.from(box.control.read({ person, path: 'parts.bin' }), 'base64').equals(bytes)).toBe(true);
    expect(await refused(`/upload/api/2.0/files/upload_sessions/${id}/parts`)).toEqual([404, 'not_found']);
  });

  it('is refused for small files, taken names and full accounts', async () => {
    const path = '/upload/api/2.0/files/upload_sessions';
    const ask = (file_name: string, file_size: number) => json('POST', { folder_id: '0', file_name, file_size });
    expect(await refused(path, ask('small.bin', 19))).toEqual([400, 'file_size_too_small']);
    expect(await refused(path, ask('READ ME FIRST.txt', 100))).toEqual([409, 'item_name_in_use']);
    expect(await refused(path, ask('huge.bin', 11 * 1024 ** 3))).toEqual([403, 'storage_limit_exceeded']);
  });
});

describe('events', () => {
  const positionOf = (text: string) => /"next_stream_position":(\d+)/.exec(text)![1]!;
  const events = async (position: string) => {
    const text = await (await send(`/2.0/events?stream_type=changes&stream_position=${position}`)).text();
    const entries = (JSON.parse(text) as { entries: { event_id: string; event_type: string }[] }).entries;
    return { next: positionOf(text), entries };
  };

  it('start at now, come out of order and partly again, and end', async () => {
    const { next: now, entries: none } = await events('now');
    expect(none).toEqual([]);
    expect(Number.isSafeInteger(Number(now))).toBe(false);
    box.control.mkdir({ person, path: 'Eventful' });
    box.control.move({ person, from: 'Eventful', to: 'Uneventful' });
    const first = await events(now);
    expect(first.entries.slice(-2).map(({ event_type }) => event_type)).toEqual(['ITEM_RENAME', 'ITEM_CREATE']);
    box.control.trash({ person, path: 'Uneventful' });
    const second = await events(first.next);
    expect(second.entries.map(({ event_type }) => event_type)).toContain('ITEM_TRASH');
    const seen = new Set(first.entries.map(({ event_id }) => event_id));
    expect(second.entries.filter(({ event_id }) => seen.has(event_id))).toHaveLength(2);
    expect((await events(second.next)).entries).toEqual([]);
  });

  it('have positions that may be rounded or sent as text', async () => {
    const { next } = await events('now');
    const rounded = String(BigInt(Number(next)));
    expect(rounded).not.toBe(next);
    box.control.mkdir({ person, path: 'After it' });
    expect((await events(rounded)).entries).toEqual((await events(next)).entries);
    box.control.setOddities({ person, positionsAsText: true });
    const text = await (await send('/2.0/events?stream_position=now')).text();
    expect(text).toMatch(/"next_stream_position":"\d{19}"/);
    box.control.setOddities({ person });
  });

  it('expire', async () => {
    const { next } = await events('now');
    box.control.expirePositions({ person });
    expect(await refused(`/2.0/events?stream_position=${next}`)).toEqual([400, 'bad_request']);
    expect((await events((await events('now')).next)).entries).toEqual([]);
  });
});
