import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Change, Cursor, RemoteId, RemoteItem, Scope } from '../kit/session.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { googleDrive } from './index.ts';

const person = 'bruno';
const { signal } = new AbortController();
const google = await forThisFile(startGoogle());
const account = await forThisFile(
  testAccount({ urls: google.urls, token: () => google.control.authorize({ person }).accessToken }),
);
const session = googleDrive.open(account);

const named = (name: string) => google.control.find({ person, name })! as RemoteId;
const FOLDER = 'application/vnd.google-apps.folder';
const folder = (name: string, parent?: string) =>
  google.control.add({ person, name, mimeType: FOLDER, ...(parent && { parent }) }) as RemoteId;
const file = (name: string, parent?: string) =>
  google.control.add({ person, name, text: name, ...(parent && { parent }) }) as RemoteId;

async function listed(scope: Scope = { mode: 'all' }): Promise<Map<RemoteId, RemoteItem>> {
  const items = new Map<RemoteId, RemoteItem>();
  for await (const batch of session.files!.enumerate(scope, { from: null, signal })) {
    for (const item of batch.items) items.set(item.id, item);
  }
  return items;
}

async function changesSince(from: Cursor): Promise<Change<RemoteItem>[]> {
  const changes: Change<RemoteItem>[] = [];
  for await (const page of session.files!.changes!.since(from, signal)) changes.push(...page.changes);
  return changes;
}
const start = () => session.files!.changes!.start({ mode: 'all' });
const names = (changes: readonly Change<RemoteItem>[]) =>
  changes.map((change) => (change.kind === 'upsert' ? change.item.name : change.kind)).sort();

describe('a Drive account', () => {
  it('may hold equal names in one folder', async () => {
    const twins = await listed({ mode: 'selected', roots: [named('Twins')] });
    const same = [...twins.values()].filter(({ name }) => name === 'Same name.txt');
    expect(same.map(({ size }) => size).sort()).toEqual([5, 6]);
    const existing = await session.writes!.mkdir(named('Twins'), 'Same folder');
    expect(existing.id).toBe(named('Same folder'));
  });

  it('holds files, documents to export, folders, and links to open at Google', async () => {
    const items = [...(await listed()).values()];
    const kind = (name: string) => items.find((item) => item.name === name);
    expect(kind('Letter 1')).toMatchObject({ kind: 'native', size: null, hashes: {} });
    expect(kind('Letter 1')!.exports![0]).toMatch(/wordprocessingml/);
    expect(kind('Household 1')!.exports![0]).toMatch(/spreadsheetml/);
    expect(kind('Sketch 1')!.exports![0]).toBe('image/svg+xml');
    for (const name of ['Feedback', 'Intranet', 'Shortcut to letter', 'Shortcut to nowhere']) {
      expect(kind(name)).toMatchObject({ kind: 'link', size: null, webUrl: expect.stringMatching(/^https:/) });
    }
    expect(kind('Empty.txt')).toMatchObject({ kind: 'file', size: 0 });
    expect(items.some(({ name }) => name === 'Thrown away.txt')).toBe(false);
  });

  it('has names with every character, and fifty levels', async () => {
    const items = await listed();
    const odd = [...items.values()].filter(({ parentId }) => parentId === named('Odd names'));
    expect(odd.map(({ name }) => name)).toContain('a/slash and a\\backslash.txt');
    for (const item of odd) {
      const { body } = await session.files!.download(item.id);
      expect(Buffer.concat(await body.toArray()).toString()).toBe(`I am ${item.name}`);
    }
    let depth = 0;
    for (let at = items.get(named('Bottom.txt')); at?.parentId; at = items.get(at.parentId)) depth++;
    expect(depth).toBe(50);
  });

  it('includes items shared by others with their contents, which flat lists leave out', async () => {
    const items = await listed();
    const shelf = named("Dana's folder");
    expect(items.get(shelf)).toMatchObject({ parentId: null, ownerName: 'Dana Okafor' });
    expect(items.get(named('Inside.pdf'))).toMatchObject({ parentId: shelf });
    expect(items.get(named('Deep inside.txt'))).toMatchObject({ parentId: named('Deeper') });
    const top = (await session.files!.browse(null, null)).items.map(({ name }) => name);
    expect(top).toEqual(expect.arrayContaining(['Finance', "Dana's folder", 'From Dana.pdf']));
    expect(top).not.toContain('Inside.pdf');
  });

  it('refuses some downloads', async () => {
    await expect(session.files!.download(named('View only.pdf'))).rejects.toMatchObject({ code: 'forbidden' });
    await expect(session.files!.download(named('Letter 1'))).rejects.toMatchObject({ code: 'forbidden' });
  });

  it.each([
    ['operations/…', false],
    ['…', true],
  ])('is exported by a slower way above 10 MB, named “%s”', async (_, bareOperationNames) => {
    const id = named('Handbook with pictures');
    const { exports } = await session.files!.stat(id);
    google.control.setOddities({ person, bareOperationNames });
    const { body, size } = await session.files!.export!(id, exports![0]!);
    const bytes = Buffer.concat(await body.toArray());
    google.control.setOddities({ person });
    expect(size).toBeNull();
    expect(bytes.length).toBeGreaterThan(11 * 1024 * 1024);
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
  });

  it('reports its owner and its quota', async () => {
    expect(await session.identity()).toMatchObject({ label: 'bruno@example.com', email: 'bruno@example.com' });
    const { used, total } = await session.quota!();
    expect(total).toBe(15 * 1024 ** 3);
    expect(used).toBeGreaterThan(12 * 1024 * 1024);
    const { token, expiresAt } = await session.files!.pickerToken!();
    expect(token).toMatch(/^ya29\./);
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now());
  });
});

describe('the change feed', () => {
  it('treats trashed items as deleted, and reports everything that is restored', async () => {
    const top = folder('Goes and comes');
    const inside = folder('Inside it', top);
    const deep = file('deep.txt', inside);
    let cursor = await start();
    google.control.trash({ person, id: top });
    expect(await changesSince(cursor)).toEqual([{ kind: 'delete', id: top }]);
    await expect(session.files!.stat(deep)).rejects.toMatchObject({ code: 'not_found' });
    expect((await listed()).has(deep)).toBe(false);
    cursor = await start();
    google.control.restore({ person, id: top });
    expect(names(await changesSince(cursor))).toEqual(['Goes and comes', 'Inside it', 'deep.txt']);
  });

  it('reports what is in a newly shared folder', async () => {
    const cursor = await start();
    const shelf = google.control.share({ person, name: 'New from Dana' });
    const drive = google.drives.get(person)!;
    drive.add({ name: 'given.txt', mimeType: 'text/plain', parent: shelf, role: 'reader', listed: false }, true);
    expect(names(await changesSince(cursor))).toEqual(['New from Dana', 'given.txt']);
    const later = await start();
    google.control.remove({ person, id: shelf });
    expect(await changesSince(later)).toEqual([{ kind: 'delete', id: shelf }]);
  });

  it('reports what left a folder before the deletion of the folder', async () => {
    const [old, home] = [folder('Old home'), folder('New home')];
    const [moved, stays] = [file('moved.txt', old), file('stays.txt', old)];
    const cursor = await start();
    google.control.move({ person, id: moved, parent: home });
    google.control.remove({ person, id: old });
    google.control.write({ person, id: moved, text: 'after all' });
    expect(await changesSince(cursor)).toEqual([
      { kind: 'upsert', item: expect.objectContaining({ id: moved, parentId: home }) },
      { kind: 'delete', id: old },
    ]);
    await expect(session.files!.stat(stays)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('comes in pages of a thousand', async () => {
    const cursor = await start();
    for (let at = 0; at < 1500; at++) file(`burst ${at}`);
    const seen = new Set<string>();
    let pages = 0;
    for await (const page of session.files!.changes!.since(cursor, signal)) {
      pages++;
      for (const change of page.changes) if (change.kind === 'upsert') seen.add(change.item.name);
    }
    expect([pages, seen.size]).toEqual([2, 1500]);
  });

  it('gives a new revision to an edited document, and none to a renamed file', async () => {
    const [letter, plain] = [named('Letter 2'), named('Read me first.txt')];
    const before = await Promise.all([letter, plain].map((id) => session.files!.stat(id)));
    google.control.edit({ person, id: letter });
    google.control.rename({ person, id: plain, name: 'Read me second.txt' });
    const after = await Promise.all([letter, plain].map((id) => session.files!.stat(id)));
    expect(after[0]!.revision).not.toBe(before[0]!.revision);
    expect(after[1]!.revision).toBe(before[1]!.revision);
  });

  it('calls a hook when something changes, until it is stopped', async () => {
    const calls: IncomingHttpHeaders[] = [];
    const hook = createServer((req, res) => {
      calls.push(req.headers);
      res.end();
    }).listen(0, '127.0.0.1');
    await once(hook, 'listening');
    const url = new URL(`http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`);
    const { id, expiresAt } = await session.files!.changes!.watch!({ name: 'our-hook', url, secret: 'only we know' });
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    file('noticed.txt');
    await expect.poll(() => calls.map((headers) => headers['x-goog-resource-state'])).toEqual(['sync', 'change']);
    expect(calls[1]).toMatchObject({ 'x-goog-channel-id': 'our-hook', 'x-goog-channel-token': 'only we know' });
    await session.files!.changes!.unwatch!(id);
    await session.files!.changes!.unwatch!(id);
    // The sandbox calls hooks with `fetch`, one turn after a change.
    const fetched = vi.spyOn(globalThis, 'fetch');
    onTestFinished(() => fetched.mockRestore());
    file('not noticed.txt');
    await turn();
    await turn();
    expect(fetched).not.toHaveBeenCalled();
    hook.close();
  });
});
