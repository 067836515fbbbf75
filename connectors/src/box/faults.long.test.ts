import { startBox } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RemoteId, Session } from '../kit/session.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { box } from './index.ts';

const person = 'chen';
const { signal } = new AbortController();
const ALL = 2506;
let account: ReturnType<typeof testAccount>;
let session: Session;
const sandbox = await forThisFile(startBox({ samples: false, pageSize: 200 }));
sandbox.control.addMany({ person, count: 2500, perFolder: 500 });
beforeEach(() => {
  account = testAccount({ urls: sandbox.urls, token: () => sandbox.control.authorize({ person }).accessToken });
  session = box.open(account);
});
afterEach(async () => {
  sandbox.control.clearFaults();
  await account.close();
});

const code = (name: string) => expect.objectContaining({ name: 'ConnectorError', code: name });
const idOf = (path: string) => {
  const { type, id } = sandbox.control.list({ person, path: '' }).find((one) => one.path === path)!;
  return `${type}:${id}` as RemoteId;
};
const held = (name: string) => sandbox.control.list({ person, path: '' }).filter(({ path }) => path === name);
async function count(): Promise<number> {
  const ids = new Set<string>();
  for await (const { items } of session.files!.enumerate({ mode: 'all' }, { from: null, signal }))
    for (const { id } of items) ids.add(id);
  return ids.size;
}

describe('a listing', () => {
  it('continues after a rate limit that looks like a missing permission', async () => {
    const action = { kind: 'status', status: 403, retryAfter: 0, reason: 'x' } as const;
    sandbox.control.fail({ method: 'GET', path: '/2.0/folders/*/items', nth: 5, action });
    expect(await count()).toBe(ALL);
  });

  it('continues with the first page of a folder after a marker has expired', async () => {
    const path = `/2.0/folders/${idOf('Many (2500)/Folder 2').slice('folder:'.length)}/items`;
    sandbox.control.fail({ path, nth: 2, action: { kind: 'expire-cursor' } });
    sandbox.control.clearCalls();
    expect(await count()).toBe(ALL);
    expect(sandbox.control.calls({ prefix: `GET ${path}` })).toBe(2 + 3);
  });

  it('skips a folder that refuses access, and reports it', async () => {
    const closed = idOf('Many (2500)/Folder 2').slice('folder:'.length);
    const action = { kind: 'status', status: 403, reason: 'access_denied_insufficient_permissions' } as const;
    sandbox.control.fail({ path: `/2.0/folders/${closed}/items`, action });
    const failures: object[] = [];
    let items = 0;
    for await (const batch of session.files!.enumerate({ mode: 'all' }, { from: null, signal })) {
      failures.push(...batch.failures);
      items += batch.items.length;
    }
    expect(items).toBe(ALL - 500);
    expect(failures).toEqual([{ id: `folder:${closed}`, error: code('forbidden') }]);
  });
});

describe('the caller', () => {
  it('gets the wait and whose limit it is from a rate limit', async () => {
    const action = { kind: 'status', status: 429, retryAfter: 3600 } as const;
    sandbox.control.fail({ path: '/2.0/users/me', action });
    const error = await session.quota!().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'rate_limited', detail: { limit: 'account', retryAfterMs: 3_600_000 } });
  });

  it('learns that a scope is missing', async () => {
    const token = () => sandbox.control.authorize({ person, scopes: ['root_readonly'] }).accessToken;
    const reader = testAccount({ urls: sandbox.urls, token });
    await expect(box.open(reader).writes!.mkdir(null, 'New')).rejects.toEqual(code('auth_revoked'));
    await reader.close();
  });

  it('learns that an account is unlimited', async () => {
    sandbox.control.setLimit({ person, bytes: 999_999_999_999_999 });
    expect(await session.quota!()).toMatchObject({ total: null });
    sandbox.control.setLimit({ person, bytes: 10 * 1024 ** 3 });
  });

  it('learns where a bookmark leads and that it has no contents', async () => {
    sandbox.control.bookmark({ person, path: 'Site', url: 'https://example.com/' });
    sandbox.control.bookmark({ person, path: 'Trap', url: 'javascript:alert(1)' });
    const site = await session.files!.stat(idOf('Site'));
    expect(site).toMatchObject({ kind: 'link', webUrl: 'https://example.com/', size: null });
    expect((await session.files!.stat(idOf('Trap'))).webUrl).toBeUndefined();
    await expect(session.files!.download(site.id)).rejects.toEqual(code('forbidden'));
    await session.writes!.delete(site.id);
    await session.writes!.trash!(idOf('Trap'));
    expect([...held('Site'), ...held('Trap')]).toEqual([]);
  });
});

describe('a download', () => {
  it('waits until Box has the file ready', async () => {
    sandbox.control.write({ person, path: 'slow.txt', text: 'slow' });
    const action = { kind: 'status', status: 202, retryAfter: 0 } as const;
    sandbox.control.fail({ path: '/2.0/files/*/content', action });
    const { body } = await session.files!.download(idOf('slow.txt'));
    expect(Buffer.concat(await body.toArray()).toString()).toBe('slow');
  });
});

describe('a write whose answer is lost', () => {
  const send = async (name: string) => {
    const bytes = Buffer.from('once');
    const to = { parentId: null, name, size: bytes.length, mimeType: 'text/plain' };
    const handle = await session.writes!.put(await session.writes!.begin(to), { offset: 0, bytes, last: true });
    return session.writes!.finish(handle, { size: bytes.length, hashes: {} });
  };
  it('makes a file once', async () => {
    const path = '/upload/api/2.0/files/content';
    sandbox.control.fail({ method: 'POST', path, action: { kind: 'cut', afterBytes: 0 } });
    const made = await send('Only file');
    expect(held('Only file').map(({ type, id }) => `${type}:${id}`)).toEqual([made.id]);
  });

  it.each([false, true])('refuses a name that somebody else took (after a failed attempt: %s)', async (isRepeat) => {
    const name = `Theirs ${isRepeat}`;
    const fail = () => {
      if (isRepeat) sandbox.control.fail({ method: 'POST', action: { kind: 'status', status: 503 } });
    };
    sandbox.control.write({ person, path: name, text: 'more' });
    fail();
    await expect(send(name)).rejects.toEqual(code('conflict'));
    const id = idOf('Many (2500)/Folder 0/File 7.bin');
    fail();
    await expect(session.writes!.copy!(id, { parentId: null, name })).rejects.toEqual(code('conflict'));
  });

  it('waits for another operation that locks the folder', async () => {
    const action = { kind: 'status', status: 409, reason: 'operation_blocked_temporary' } as const;
    sandbox.control.fail({ method: 'POST', path: '/2.0/folders', action });
    expect((await session.writes!.mkdir(null, 'Patient')).name).toBe('Patient');
  });
});
