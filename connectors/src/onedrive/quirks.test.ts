import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startGraph } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { RemoteId, RemoteItem, Scope, Session } from '../kit/session.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { onedrive } from './index.ts';

const person = 'bruno';
const library = 'Harbour project/Documents';
const { signal } = new AbortController();
const accounts: ReturnType<typeof testAccount>[] = [];
const graph = await forThisFile(startGraph({ pageSize: 200 }));
const bruno = open(person);
afterAll(async () => {
  for (const account of accounts) await account.close();
});
afterEach(() => graph.control.clearFaults());

function open(who: 'ada' | 'bruno' | 'chen', scopes?: string[]): Session {
  const token = () => graph.control.authorize({ person: who, ...(scopes && { scopes }) }).accessToken;
  const account = testAccount({ urls: graph.urls, token });
  accounts.push(account);
  return onedrive.open(account);
}

/** Bruno’s account, with items as Graph may describe them. */
function answeredWith(describe: (item: Record<string, unknown>) => object): Session {
  const account = testAccount({ urls: graph.urls, token: () => graph.control.authorize({ person }).accessToken });
  accounts.push(account);
  const send: typeof account.http.send = async (request) => {
    const response = await account.http.send(request);
    if (!/\/items\/[^/]+\?/.test(request.url)) return response;
    const item = await response.json<Record<string, unknown>>();
    return { ...response, json: async <T>() => ({ ...item, ...describe(item) }) as T };
  };
  return onedrive.open({ ...account, http: { send } });
}

async function listed(session: Session, scope: Scope = { mode: 'all' }): Promise<RemoteItem[]> {
  const items = new Map<RemoteId, RemoteItem>();
  for await (const batch of session.files!.enumerate(scope, { from: null, signal }))
    for (const item of batch.items) items.set(item.id, item);
  return [...items.values()];
}

async function top(session: Session, name: string): Promise<RemoteItem> {
  const { items } = await session.files!.browse(null, null);
  return items.find((item) => item.name === name)!;
}

async function send(session: Session, parentId: RemoteId | null, name: string, text: string, modifiedAt?: Date) {
  const bytes = Buffer.from(text);
  const writes = session.writes!;
  const target = { parentId, name, size: bytes.length, mimeType: 'text/plain', ...(modifiedAt && { modifiedAt }) };
  const handle = await writes.put(await writes.begin(target), { offset: 0, bytes, last: true });
  return writes.finish(handle, { size: bytes.length, hashes: {} });
}

describe('an account', () => {
  it('shows libraries of followed sites as folders at the top, and no others', async () => {
    const items = await listed(bruno);
    const folders = items.filter(({ parentId, name }) => parentId === null && name.includes(' - '));
    expect(folders.map(({ name, kind }) => `${kind} ${name}`).sort()).toEqual([
      'folder Company handbook - Documents',
      'folder Harbour project - Documents',
      'folder Harbour project - Drawings',
    ]);
    const harbour = folders.find(({ name }) => name === 'Harbour project - Documents')!;
    expect(items.find(({ name, parentId }) => name === 'Welcome.md' && parentId === harbour.id)).toBeDefined();
    expect(await bruno.files!.stat(harbour.id)).toEqual(harbour);
    const only = await listed(bruno, { mode: 'selected', roots: [harbour.id] });
    expect(only.map(({ name }) => name)).toContain('Building permit.pdf');
    expect(only.map(({ name }) => name)).not.toContain('Read me first.txt');
  });

  it('leaves out sites if the company has not allowed them, and for personal accounts', async () => {
    const names = async (session: Session) => (await session.files!.browse(null, null)).items.map(({ name }) => name);
    expect((await names(open(person, ['User.Read', 'Files.ReadWrite.All']))).join()).not.toContain(' - ');
    expect((await names(open('ada'))).join()).not.toContain(' - ');
  });

  it.each(['ada', person] as const)(
    'has notebooks as links, without parts, and folders of others as folders (%s)',
    async (who) => {
      const session = open(who);
      const items = await listed(session);
      for (const name of ['Site visits', 'Shared by Dana']) {
        const item = items.find((one) => one.name === name)!;
        const kind = name === 'Site visits' ? 'link' : 'folder';
        expect(item).toMatchObject({ kind, size: null, webUrl: expect.stringMatching(/^https:/) });
        await expect(session.files!.download(item.id)).rejects.toMatchObject({ code: 'forbidden' });
      }
      expect(items.some(({ name }) => name.endsWith('.one'))).toBe(false);
    },
  );

  it('doesn’t download files with malware', async () => {
    const { id } = await top(bruno, 'Infected.txt');
    await expect(bruno.files!.download(id)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('reports quick hashes for business drives, and also others for personal ones', async () => {
    expect(Object.keys((await top(bruno, 'Read me first.txt')).hashes)).toEqual(['quickxor']);
    const personal = await top(open('ada'), 'Read me first.txt');
    expect(Object.keys(personal.hashes).sort()).toEqual(['quickxor', 'sha1', 'sha256']);
    expect(personal.hashes.sha256).toMatch(/^[\da-f]{64}$/);
  });

  it('reports its owner and its quota', async () => {
    expect(await open('ada').identity()).toMatchObject({ label: 'ada@example.com', email: 'ada@example.com' });
    const { used, total } = await bruno.quota!();
    expect(total).toBe(1024 ** 4);
    expect(used).toBeGreaterThan(12 * 1024 * 1024);
  });

  it('downloads the actual bytes if SharePoint describes an Office file’s earlier version', async () => {
    graph.control.write({ person, library, path: 'Rewritten.docx', text: 'as SharePoint keeps it' });
    const items = await listed(bruno);
    const { id } = items.find(({ name }) => name === 'Rewritten.docx')!;
    const described = answeredWith((item) => ({
      ...item,
      size: 5,
      file: { hashes: { quickXorHash: 'of other bytes' } },
    }));
    for (const range of [undefined, { start: 3, end: 12 }]) {
      const { body, ...download } = await described.files!.download(id, { ...(range && { range }) });
      expect(download).toMatchObject({ size: 22, hashes: {}, isUndescribed: true });
      const text = Buffer.concat(await body.toArray()).toString();
      expect('as SharePoint keeps it'.slice(download.startsAt)).toContain(text);
    }
    const { size, hashes } = await bruno.files!.download(id).then(({ body, ...rest }) => {
      body.destroy();
      return rest;
    });
    expect([size, Object.keys(hashes)]).toEqual([22, ['quickxor']]);
  });

  it('retries while somebody has a file open in Office', async () => {
    const { id } = await top(bruno, 'Read me first.txt');
    const locked = { kind: 'status', status: 423, reason: 'resourceLocked' } as const;
    graph.control.fail({ path: `/v1.0/drives/*/items/${id.split('/')[1]}`, times: 1, action: locked });
    expect(await bruno.files!.stat(id)).toMatchObject({ name: 'Read me first.txt' });
  });

  it('downloads from an address that refuses our token', async () => {
    const { id } = await top(bruno, 'Read me first.txt');
    graph.control.clearCalls();
    const { body } = await bruno.files!.download(id);
    expect(Buffer.concat(await body.toArray()).length).toBeGreaterThan(0);
    expect(graph.control.calls({ prefix: 'GET /download/' })).toBe(1);
  });
});

describe('writing', () => {
  it('verifies Office files in libraries, which SharePoint would change, before they get their final name', async () => {
    const { id: parentId } = await top(bruno, 'Harbour project - Documents');
    const item = await send(bruno, parentId, 'Contract.docx', 'a contract');
    expect(item).toMatchObject({ name: 'Contract.docx', size: 10, parentId });
    const names = graph.control.list({ person, library, path: '' }).map(({ path }) => path);
    expect(names).toContain('/Contract.docx');
    expect(names.filter((path) => path.endsWith('.upload'))).toEqual([]);
    await expect(send(bruno, parentId, 'contract.DOCX', 'other')).rejects.toMatchObject({ code: 'conflict' });
    expect(graph.control.read({ person, library, path: 'Contract.docx' })).toBe(btoa('a contract'));
  });

  it('keeps the time of an empty file', async () => {
    const modifiedAt = new Date('2019-03-04T05:06:07Z');
    const item = await send(bruno, null, 'Empty and old.txt', '', modifiedAt);
    expect(item).toMatchObject({ size: 0, modifiedAt });
  });

  it('sends a small file in one request', async () => {
    graph.control.clearCalls();
    await send(bruno, null, 'Small.txt', 'small');
    expect(graph.control.calls({ prefix: 'PUT ' })).toBe(1);
    expect(graph.control.calls({ prefix: 'POST ' })).toBe(0);
  });

  it.each([
    ['that differs in case only', 'conflict', 'READ ME FIRST.TXT'],
    ['that Windows keeps for devices', 'forbidden', 'CON'],
    ['with a colon', 'forbidden', 'a:b.txt'],
    ['that SharePoint keeps for itself', 'forbidden', 'a_vti_b.txt'],
  ])('refuses a name %s as %s', async (_, code, name) => {
    await expect(send(bruno, null, name, 'x')).rejects.toMatchObject({ code });
    await expect(send(bruno, null, name, 'x', new Date())).rejects.toMatchObject({ code });
  });

  it('reports that a library is read-only, a drive is full, and drives are separate', async () => {
    const handbook = await top(bruno, 'Company handbook - Documents');
    await expect(send(bruno, handbook.id, 'New.txt', 'x')).rejects.toMatchObject({ code: 'forbidden' });
    const file = await top(bruno, 'Read me first.txt');
    await expect(bruno.writes!.move!(file.id, { parentId: handbook.id })).rejects.toMatchObject({ code: 'forbidden' });
    graph.control.setLimit({ person, bytes: 1000 });
    await expect(send(bruno, null, 'One too many.txt', 'x')).rejects.toMatchObject({ code: 'quota_full' });
    graph.control.setLimit({ person, bytes: 1024 ** 4 });
  });

  it('copies a folder into another drive, and refuses a taken name', async () => {
    const harbour = await top(bruno, 'Harbour project - Drawings');
    const samples = await top(bruno, 'Samples');
    const copy = await bruno.writes!.copy!(samples.id, { parentId: harbour.id, name: 'Samples' });
    expect(copy).toMatchObject({ kind: 'folder', name: 'Samples', parentId: harbour.id });
    const again = bruno.writes!.copy!(samples.id, { parentId: harbour.id, name: 'SAMPLES' });
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('push', () => {
  it('proves its address, is notified, and ends', async () => {
    const bodies: { value: { clientState: string; resource: string }[] }[] = [];
    const hook = createServer(async (req, res) => {
      const token = new URL(req.url!, 'http://localhost').searchParams.get('validationToken');
      if (token !== null) return void res.setHeader('content-type', 'text/plain').end(token);
      bodies.push(JSON.parse(Buffer.concat(await req.toArray()).toString()));
      res.statusCode = 202;
      res.end();
    }).listen(0, '127.0.0.1');
    await once(hook, 'listening');
    const url = new URL(`http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`);
    const name = crypto.randomUUID();
    const feed = bruno.files!.changes!;
    const { id, expiresAt } = await feed.watch!({ name, url, secret: 'only we know' });
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now() + 28 * 86_400_000);
    expect((JSON.parse(id) as string[]).length).toBe(4);
    graph.control.write({ person, path: 'noticed.txt', text: 'x' });
    graph.control.write({ person, library, path: 'noticed.txt', text: 'x' });
    await expect.poll(() => bodies.length).toBe(2);
    expect(bodies[0]!.value[0]!.clientState).toBe(`${name}:only we know`);
    const body = Buffer.from(JSON.stringify(bodies[0]));
    const app = { clientId: '', clientSecret: '', settings: {}, urls: {}, http: accounts[0]!.http };
    const message = { method: 'POST', headers: {}, query: new URLSearchParams(), body, now: new Date() } as const;
    const watches = [{ name, secret: 'only we know' }];
    expect(onedrive.webhook!(message, app)).toEqual({ kind: 'watches', watches });
    await feed.unwatch!(id);
    await feed.unwatch!(id);
    hook.close();
  });
});
