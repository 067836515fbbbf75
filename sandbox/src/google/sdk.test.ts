import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { drive as makeClient } from '@googleapis/drive';
import { describe, expect, it } from 'vitest';
import { startGoogle } from '../index.ts';
import { EndlessContent } from '../shared/content/content.ts';
import { forThisFile } from '../testing/for-this-file.ts';

const google = await forThisFile(startGoogle());
const { accessToken } = google.control.authorize({ person: 'ada' });
const drive = makeClient({
  version: 'v3',
  rootUrl: `${google.url}/`,
  headers: { authorization: `Bearer ${accessToken}` },
  retryConfig: { retry: 0 },
});

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

describe("Google's own client", () => {
  it('lists everything, page by page', async () => {
    const seen = new Set<string>();
    let pageToken: string | undefined;
    let pages = 0;
    do {
      const { data } = await drive.files.list({
        pageSize: 100,
        q: 'trashed=false',
        fields: 'nextPageToken,files(id,size,md5Checksum)',
        ...(pageToken && { pageToken }),
      });
      for (const file of data.files ?? []) seen.add(file.id!);
      pageToken = data.nextPageToken ?? undefined;
      pages++;
    } while (pageToken);
    expect(pages).toBeGreaterThan(3);
    const held = google.control.list({ person: 'ada' });
    expect(seen).toEqual(new Set(held.filter((node) => node.listed).map((node) => node.id)));
  });

  it('gets a file and its bytes', async () => {
    const { data } = await drive.files.list({ q: "name='Recording.wav'", fields: 'files(id,md5Checksum,size)' });
    const [file] = data.files!;
    const media = await drive.files.get({ fileId: file!.id!, alt: 'media' }, { responseType: 'arraybuffer' });
    const bytes = Buffer.from(media.data as unknown as ArrayBuffer);
    expect([String(bytes.length), md5(bytes)]).toEqual([file!.size, file!.md5Checksum]);
  });

  it('exports a document', async () => {
    const fileId = google.control.find({ person: 'ada', name: 'Household 1' })!;
    const { data } = await drive.files.export({ fileId, mimeType: 'text/csv' }, { responseType: 'text' });
    expect(data).toMatch(/^No,Customer,Item/);
  });

  it('uploads, from memory and from a stream', async () => {
    const small = await drive.files.create(
      {
        requestBody: { name: 'small.txt', modifiedTime: '2020-02-02T02:02:02.000Z' },
        media: { mimeType: 'text/plain', body: 'hello' },
        fields: 'id,size,mimeType,md5Checksum,modifiedTime',
      },
      { rootUrl: `${google.url}/` },
    );
    expect(small.data).toMatchObject({
      size: '5',
      mimeType: 'text/plain',
      md5Checksum: md5(Buffer.from('hello')),
      modifiedTime: '2020-02-02T02:02:02.000Z',
    });

    const bytes = Buffer.concat([...new EndlessContent('upload', 600_000).read()]);
    const body = Readable.from([bytes.subarray(0, 300_000), bytes.subarray(300_000)], { objectMode: false });
    const large = await drive.files.create(
      {
        requestBody: { name: 'large.bin' },
        media: { body },
        fields: 'id,size,sha256Checksum',
      },
      { rootUrl: `${google.url}/` },
    );
    expect(large.data).toMatchObject({
      size: '600000',
      sha256Checksum: createHash('sha256').update(bytes).digest('hex'),
    });
  });

  it('follows the changes', async () => {
    const { data: start } = await drive.changes.getStartPageToken();
    const { data: made } = await drive.files.create({ requestBody: { name: 'one.txt' } });
    await drive.files.update({ fileId: made.id!, requestBody: { name: 'two.txt' } });
    const gone = google.control.add({ person: 'ada', name: 'gone.txt' });
    google.control.remove({ person: 'ada', id: gone });
    const { data } = await drive.changes.list({
      pageToken: start.startPageToken!,
      fields: 'newStartPageToken,nextPageToken,changes(fileId,removed,file(name))',
    });
    expect(data.changes).toEqual([
      { fileId: made.id, removed: false, file: { name: 'two.txt' } },
      { fileId: gone, removed: true },
    ]);
    expect(data.newStartPageToken).toMatch(/^\d+$/);
  });

  it('gets refusals in Google’s words', async () => {
    const missing = drive.files.get({ fileId: 'nowhere' });
    await expect(missing).rejects.toMatchObject({ status: 404, message: 'File not found: nowhere.' });
    await expect(drive.files.list({ q: 'name ~ 3' })).rejects.toMatchObject({ status: 400 });
    await expect(drive.about.get({})).rejects.toMatchObject({ status: 400 });
  });

  it('can make every file call of this Drive', async () => {
    const media = { rootUrl: `${google.url}/` };
    const { data: about } = await drive.about.get({ fields: '*' });
    expect(about.user?.emailAddress).toBe('ada@example.com');
    const { data: ids } = await drive.files.generateIds({ count: 2, space: 'drive' });
    const { data: folder } = await drive.files.create({
      requestBody: { id: ids.ids![0]!, name: 'Invoices', mimeType: 'application/vnd.google-apps.folder' },
      fields: '*',
    });
    const { data: file } = await drive.files.create(
      {
        requestBody: { name: 'photo.jpg', parents: [folder.id!] },
        media: { mimeType: 'image/jpeg', body: 'not a photo' },
        fields: '*',
      },
      media,
    );
    expect(file).toMatchObject({ parents: [folder.id] });
    const fileId = file.id!;
    const { data: shortcut } = await drive.files.create({
      requestBody: {
        name: 'Shortcut',
        mimeType: 'application/vnd.google-apps.shortcut',
        shortcutDetails: { targetId: fileId },
      },
      fields: 'id,name,mimeType,shortcutDetails',
    });
    expect(shortcut.shortcutDetails).toMatchObject({ targetId: fileId });
    const updated = await drive.files.update(
      {
        fileId,
        requestBody: { name: 'renamed.jpg' },
        media: { mimeType: 'image/jpeg', body: 'another' },
        addParents: 'root',
        removeParents: folder.id!,
        fields: 'name,size,parents',
      },
      media,
    );
    expect(updated.data).toMatchObject({ name: 'renamed.jpg', size: '7' });
    const { data: copy } = await drive.files.copy({ fileId, requestBody: { name: 'Copy' }, fields: '*' });
    expect(copy).toMatchObject({ name: 'Copy' });
    await drive.files.get({ fileId, fields: '*', supportsAllDrives: true });
    const sheet = google.control.find({ person: 'ada', name: 'Household 1' })!;
    const { data: operation } = await drive.files.download({ fileId: sheet, mimeType: 'text/csv' });
    await drive.operations.get({ name: operation.name!.replace('operations/', '') });
    await drive.files.update({ fileId: copy.id!, requestBody: { trashed: true } });
    await drive.files.emptyTrash({});
    await expect(drive.files.get({ fileId: copy.id! })).rejects.toMatchObject({ status: 404 });
    await drive.files.delete({ fileId });

    const driveId = google.control.addSharedDrive({ person: 'ada', name: 'Team' });
    const { data: drives } = await drive.drives.list({ pageSize: 10, fields: '*' });
    expect(drives.drives).toMatchObject([{ id: driveId, name: 'Team', capabilities: { canAddChildren: true } }]);
    await drive.drives.get({ driveId });
    const { data: start } = await drive.changes.getStartPageToken({ driveId, supportsAllDrives: true });
    await drive.files.create({ requestBody: { name: 'ours.txt', parents: [driveId] }, supportsAllDrives: true });
    const everywhere = { supportsAllDrives: true, includeItemsFromAllDrives: true };
    const { data: ours } = await drive.files.list({ corpora: 'drive', driveId, ...everywhere, fields: '*' });
    expect(ours.files).toMatchObject([{ name: 'ours.txt', driveId }]);
    const { data: changed } = await drive.changes.list({ pageToken: start.startPageToken!, driveId, ...everywhere });
    expect(changed.changes).toHaveLength(1);
    const { data: mine } = await drive.changes.list({ pageToken: '1000', fields: '*' });
    expect(mine.changes!.some(({ changeType }) => changeType === 'drive')).toBe(true);
  });
});
