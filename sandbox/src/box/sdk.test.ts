import { Readable } from 'node:stream';
import { BoxClient, BoxDeveloperTokenAuth } from 'box-node-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BoxSandbox, startBox } from '../index.ts';

const person = 'ada';

/** Uses Box’s own client, to prove that the sandbox speaks its protocol. */
describe("Box's own SDK", () => {
  let box: BoxSandbox;
  let client: BoxClient;
  beforeAll(async () => {
    // The SDK waits for seconds after a 202.
    box = await startBox({ minInParts: 50_000, partSize: 30_000, busyCommits: 0 });
    const auth = new BoxDeveloperTokenAuth({ token: box.control.authorize({ person }).accessToken });
    client = new BoxClient({ auth }).withCustomBaseUrls({ baseUrl: box.urls.api, uploadUrl: box.urls.upload });
  });
  afterAll(() => box.stop());

  const text = async (stream: AsyncIterable<Uint8Array> | undefined) =>
    Buffer.concat(await Readable.from(stream!).toArray()).toString();

  it('reads the account and its quota', async () => {
    const me = await client.users.getUserMe();
    expect(me).toMatchObject({ login: 'ada@example.com', name: 'Ada Lindqvist' });
    expect(me.spaceUsed).toBeGreaterThan(0);
    expect(me.spaceAmount).toBeGreaterThan(me.spaceUsed!);
  });

  it('lists folders, files and bookmarks', async () => {
    const { entries = [] } = await client.folders.getFolderItems('0', {
      queryParams: { usemarker: true, limit: 1000 },
    });
    expect(entries.map(({ name }) => name)).toEqual(expect.arrayContaining(['Bookmarks', 'Read me first.txt']));
    const shelf = entries.find(({ name }) => name === 'Bookmarks')!;
    const inside = await client.folders.getFolderItems(shelf.id);
    expect(inside.entries).toMatchObject([{ type: 'web_link', url: 'https://intranet.example.com/' }]);
  });

  it('uploads, also in parts, downloads, moves, copies and deletes', async () => {
    const folder = await client.folders.createFolder({ name: 'Größe – 世界', parent: { id: '0' } });
    const attributes = { name: 'hello.txt', parent: { id: folder.id } };
    const { entries } = await client.uploads.uploadFile({ attributes, file: Readable.from([Buffer.from('hello')]) });
    const [file] = entries!;
    expect(await text(await client.downloads.downloadFile(file!.id))).toBe('hello');

    const large = Buffer.alloc(70_000, 'large ');
    const big = await client.chunkedUploads.uploadBigFile(Readable.from([large]), 'big.bin', large.length, folder.id);
    expect(big).toMatchObject({ name: 'big.bin', size: 70_000 });

    const moved = await client.files.updateFileById(file!.id, {
      requestBody: { name: 'moved.txt', parent: { id: '0' } },
    });
    expect(moved).toMatchObject({ name: 'moved.txt', parent: { id: '0' } });
    const copy = await client.files.copyFile(file!.id, { parent: { id: folder.id }, name: 'copy.txt' });
    expect(copy.id).not.toBe(file!.id);
    await client.files.deleteFileById(file!.id);
    const restored = await client.trashedFiles.restoreFileFromTrash(file!.id);
    expect(restored).toMatchObject({ name: 'moved.txt', parent: { id: '0' }, itemStatus: 'active' });
    await client.folders.deleteFolderById(folder.id, { queryParams: { recursive: true } });
    expect(await client.trashedFolders.restoreFolderFromTrash(folder.id)).toMatchObject({ id: folder.id });
    await client.files.deleteFileById(file!.id);
    await client.trashedFiles.deleteTrashedFileById(file!.id);
    await expect(client.files.getFileById(file!.id)).rejects.toMatchObject({ responseInfo: { statusCode: 404 } });
  });

  it('reads events', async () => {
    const now = await client.events.getEvents({ streamPosition: 'now' });
    expect(now.entries).toEqual([]);
    box.control.write({ person, path: 'Fresh.txt', text: 'fresh' });
    const all = await client.events.getEvents({ streamType: 'changes', limit: 500 });
    expect(all.entries!.map(({ eventType }) => eventType)).toContain('ITEM_UPLOAD');
  });
});
