import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectorErrorCode } from '../kit/errors.ts';
import type { RemoteId, RemoteItem, Session } from '../kit/session.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { webdav } from './index.ts';
import { login, type Nextcloud, startNextcloud } from './testing/nextcloud.ts';

let cloud: Nextcloud;
const accounts: ReturnType<typeof testAccount>[] = [];
beforeEach(async () => {
  cloud = await startNextcloud();
});
afterEach(async () => {
  for (const account of accounts.splice(0)) await account.close();
  await cloud.stop();
});

function open(address = cloud.url, fields: Partial<typeof login> = {}): Session {
  const account = testAccount({ fields: { address, ...login, ...fields } });
  accounts.push(account);
  return webdav.open(account);
}

async function listed(session: Session, before = new Map<RemoteId, RemoteItem>()) {
  const items = new Map<RemoteId, RemoteItem>();
  const unchanged: RemoteId[] = [];
  const known = async (ids: readonly RemoteId[]) =>
    new Map(ids.flatMap((id) => (before.has(id) ? [[id, before.get(id)!.revision] as const] : [])));
  const signal = new AbortController().signal;
  for await (const batch of session.files!.enumerate({ mode: 'all' }, { from: null, signal, known })) {
    for (const item of batch.items) items.set(item.id, item);
    unchanged.push(...batch.unchanged);
  }
  return { items, unchanged };
}
const named = (items: ReadonlyMap<RemoteId, RemoteItem>, name: string) =>
  [...items.values()].find((item) => item.name === name)!;
const MiB = 1024 * 1024;

describe('the root', () => {
  it.each(['', '/', '/index.php/apps/files', '/remote.php/dav', '/remote.php/webdav/', '/remote.php/dav/files/ada'])(
    'is found from the address …/cloud%s',
    async (typed) => {
      cloud.tree.write(['a.txt'], Buffer.from('a'));
      expect((await open(cloud.url + typed).files!.browse(null, null)).items.map(({ name }) => name)).toEqual([
        'a.txt',
      ]);
    },
  );

  it('isn’t found with a wrong password or address, and the error names the cause', async () => {
    await expect(open(cloud.url, { password: 'old' }).identity()).rejects.toMatchObject({ code: 'auth_revoked' });
    const elsewhere = cloud.url.replace('/cloud', '/nothing');
    await expect(open(elsewhere).identity()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('No WebDAV folder'),
    });
  });

  it('isn’t found at a forbidden address', async () => {
    const guarded = testAccount({
      fields: { address: cloud.url, username: 'ada', password: 'x' },
      allowPrivate: false,
    });
    await expect(webdav.open(guarded).identity()).rejects.toMatchObject({
      message: expect.stringContaining('SHEAF_ALLOW_PRIVATE_NETWORKS'),
    });
    await guarded.close();
  });
});

describe('ids', () => {
  it('survive renames and moves, even for a session that never listed', async () => {
    cloud.tree.mkdir(['from']);
    cloud.tree.mkdir(['to']);
    cloud.tree.write(['from', 'a #1.txt'], Buffer.from('text'));
    const session = open();
    const before = (await listed(session)).items;
    cloud.tree.move(['from', 'a #1.txt'], ['to', 'b.txt']);
    const { id } = named(before, 'a #1.txt');
    for (const reader of [session, open()]) {
      expect(await reader.files!.stat(id)).toMatchObject({ id, name: 'b.txt', parentId: named(before, 'to').id });
      const { body } = await reader.files!.download(id);
      expect(Buffer.concat(await body.toArray()).toString()).toBe('text');
    }
    cloud.tree.remove(['to', 'b.txt']);
    await expect(session.files!.download(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a listing', () => {
  it('skips folders with an unchanged ETag, and reports them as unchanged', async () => {
    for (const name of ['resting', 'changing']) {
      cloud.tree.mkdir([name]);
      cloud.tree.mkdir([name, 'inner']);
      cloud.tree.write([name, 'inner', 'a.txt'], Buffer.from('a'));
    }
    const session = open();
    const before = (await listed(session)).items;
    cloud.tree.write(['changing', 'inner', 'a.txt'], Buffer.from('b'));
    cloud.asked.length = 0;
    const { items, unchanged } = await listed(session, before);
    expect(unchanged).toEqual([named(before, 'resting').id]);
    expect(named(items, 'a.txt').revision).not.toBe(named(before, 'a.txt').revision);
    expect(cloud.asked.filter((line) => line.includes('resting'))).toEqual([]);
  });

  it('walks external storages now and then, wherever they are, because their ETags are unreliable', async () => {
    cloud.tree.mkdir(['team']);
    cloud.tree.mkdir(['resting']);
    cloud.tree.mount(['team', 'disk']);
    cloud.tree.mkdir(['team', 'disk', 'inner']);
    cloud.tree.write(['team', 'disk', 'inner', 'a.txt'], Buffer.from('a'));
    let now = new Date();
    const account = { ...testAccount({ fields: { address: cloud.url, ...login } }), now: () => now };
    accounts.push(account);
    const before = (await listed(webdav.open(account))).items;
    cloud.tree.behind(['team', 'disk', 'inner'], () =>
      cloud.tree.write(['team', 'disk', 'inner', 'a.txt'], Buffer.from('b')),
    );

    cloud.asked.length = 0;
    const soon = await listed(webdav.open(account), before);
    expect(soon.unchanged).toContain(named(before, 'team').id);
    expect(cloud.asked.filter((line) => line.includes('disk'))).toEqual([]);

    now = new Date(now.getTime() + 61 * 60_000);
    const later = await listed(webdav.open(account), before);
    expect(named(later.items, 'a.txt').revision).not.toBe(named(before, 'a.txt').revision);
    expect(later.unchanged).toEqual([named(before, 'resting').id]);

    const team = named(before, 'team').id;
    cloud.tree.behind(['team', 'disk'], () => cloud.tree.write(['team', 'disk', 'b.txt'], Buffer.from('b')));
    now = new Date(now.getTime() + 61 * 60_000);
    const known = async (ids: readonly RemoteId[]) => new Map(ids.map((id) => [id, later.items.get(id)!.revision]));
    const seen: string[] = [];
    const scope = { mode: 'selected' as const, roots: [team] };
    const signal = new AbortController().signal;
    for await (const { items } of webdav.open(account).files!.enumerate(scope, { from: null, signal, known }))
      seen.push(...items.map(({ name }) => name));
    expect(seen).toContain('b.txt');
  });

  it('reports owners and the checksums that uploaders gave', async () => {
    cloud.tree.write(['a.txt'], Buffer.from('a'), { checksum: `SHA1:${'A'.repeat(40)} ADLER32:1 MD5:nonsense` });
    const { items } = await listed(open());
    expect(named(items, 'a.txt')).toMatchObject({ ownerName: 'Ada L.', hashes: { sha1: 'a'.repeat(40) } });
  });
});

describe('an upload', () => {
  const target = (size: number) => ({ parentId: null, name: 'large.bin', size, mimeType: 'video/mp4' });
  const sha1 = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';

  it('sends several chunks separately, and resumes after a restart', async () => {
    const bytes = Buffer.alloc(25 * MiB, 7);
    let handle = await open().writes!.begin(target(bytes.length));
    handle = await open().writes!.put(handle, { offset: 0, bytes: bytes.subarray(0, 10 * MiB), last: false });
    const { writes } = open();
    expect(await writes!.received(handle)).toBe(10 * MiB);
    await writes!.put(handle, { offset: 10 * MiB, bytes: bytes.subarray(10 * MiB), last: true });
    expect(await writes!.received(handle)).toBe(bytes.length);
    await writes!.finish(handle, { size: bytes.length, hashes: {} });
    expect(cloud.tree.find(['large.bin'])!.bytes.equals(bytes)).toBe(true);
    const chunks = cloud.asked.filter((line) => /PUT .*\/uploads\/ada\//.test(line));
    expect(chunks.map((line) => line.split('/').at(-1))).toEqual(['00001', '00002']);
  });

  it.each([1000, 21 * MiB])(
    'of %i bytes is hashed by the server, and leaves nothing if the hash differs',
    async (size) => {
      const { writes } = open();
      const handle = await writes!.begin(target(size));
      const bytes = Buffer.alloc(size);
      for (let offset = 0; offset < size; offset += 10 * MiB)
        await writes!.put(handle, {
          offset,
          bytes: bytes.subarray(offset, offset + 10 * MiB),
          last: offset + 10 * MiB >= size,
        });
      await expect(writes!.finish(handle, { size, hashes: { sha1 } })).rejects.toMatchObject({ code: 'corrupt' });
      expect(cloud.tree.list([])).toEqual([]);
    },
  );
});

describe('a failure', () => {
  it.each<[number, ConnectorErrorCode]>([
    [401, 'auth_revoked'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'not_found'],
    [412, 'conflict'],
    [413, 'forbidden'],
    [507, 'quota_full'],
  ])('%i is %s', async (status, code) => {
    const session = open();
    await session.identity();
    cloud.instead = () => ({ status });
    await expect(session.files!.browse(null, null)).rejects.toMatchObject({ code });
  });

  it('is waited for if it is temporary: a lock, an overload, garbage, a cut connection', async () => {
    const session = open();
    await session.identity();
    const ills = [
      { status: 423 },
      { status: 429, headers: { 'retry-after': '0' } },
      { status: 503, headers: { 'retry-after': '0' } },
      { status: 207, body: '<html>' },
    ];
    cloud.instead = (request) => {
      const ill = ills.shift();
      if (ill === undefined && ills.length === 0) cloud.instead = () => null;
      if (ill?.status === 423) request.socket.destroy();
      return ill ?? null;
    };
    expect(await session.files!.browse(null, null)).toEqual({ items: [], next: null });
  });

  it('is detected by the start of the bytes if the server ignores a range', async () => {
    cloud.tree.write(['a.txt'], Buffer.from('0123456789'));
    const session = open();
    const { id } = named((await listed(session)).items, 'a.txt');
    cloud.instead = () => ({ status: 200, body: '0123456789' });
    const { body, startsAt, size } = await session.files!.download(id, { range: { start: 4 } });
    expect({ startsAt, size, text: Buffer.concat(await body.toArray()).toString() }).toEqual({
      startsAt: 0,
      size: 10,
      text: '0123456789',
    });
  });
});

it('reports no total for an account without a limit', async () => {
  const session = open();
  await session.identity();
  const figures = '<d:quota-used-bytes>5</d:quota-used-bytes><d:quota-available-bytes>-3</d:quota-available-bytes>';
  const propstat = `<d:propstat><d:prop>${figures}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>`;
  const body = `<d:multistatus xmlns:d="DAV:"><d:response><d:href>/</d:href>${propstat}</d:response></d:multistatus>`;
  cloud.instead = () => ({ status: 207, body });
  expect(await session.quota!()).toEqual({ used: 5, total: null });
});
