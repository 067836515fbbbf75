import { createServer } from 'node:http';
import { Dropbox } from 'dropbox';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DropboxSandbox, startDropbox } from '../index.ts';
import { bmp, png } from '../shared/content/image.ts';
import { unzip } from '../shared/content/unzip.ts';
import { listen } from '../shared/listen.ts';
import { documentRoutes } from './document-routes.ts';
import { createDescribed } from './testing/described.ts';
import { redirected, refused } from './testing/sdk.ts';

/** What Dropbox does with files beyond storing them, by its own client. */
describe("Dropbox's own SDK", () => {
  const described = createDescribed();
  let sandbox: DropboxSandbox;
  let client: Dropbox;
  beforeAll(async () => {
    sandbox = await startDropbox({ onAnswer: described.onAnswer });
    client = open('ada');
  });
  afterAll(async () => {
    await sandbox.stop();
    described.expectNone();
  });
  const open = (person: 'ada' | 'chen') =>
    new Dropbox({ accessToken: sandbox.control.authorize({ person }).accessToken, fetch: redirected(sandbox) });
  const write = async (path: string, contents: Buffer | string) =>
    (await client.filesUpload({ path, contents: Buffer.from(contents as string), mode: { '.tag': 'overwrite' } }))
      .result;
  const bytesOf = ({ result }: { result: object }) =>
    Buffer.from((result as { fileBinary?: Uint8Array }).fileBinary ?? '');
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#3366cc' } });

  it('gets thumbnails of the size, the format and the shape it asks for', async () => {
    await write('/Pictures/wide.png', await picture(900, 300).png().toBuffer());
    await write('/Pictures/tall.jpg', await picture(300, 900).jpeg().toBuffer());
    const of = async (arg: Parameters<Dropbox['filesGetThumbnail']>[0]) => {
      const answer = await client.filesGetThumbnail(arg);
      const { format, width, height } = await sharp(bytesOf(answer)).metadata();
      return `${format} ${width} ${height}`;
    };
    const [wide, tall] = [{ path: '/Pictures/wide.png' }, { path: '/Pictures/tall.jpg' }];
    expect(await of(wide)).toBe('jpeg 64 21');
    const size = { '.tag': 'w480h320' } as const;
    expect(await of({ ...tall, size, format: { '.tag': 'png' } })).toBe('png 107 320');
    expect(await of({ ...tall, size, mode: { '.tag': 'bestfit' } })).toBe('jpeg 160 480');
    expect(await of({ ...tall, size, mode: { '.tag': 'fitone_bestfit' } })).toBe('jpeg 300 900');
    const small = { '.tag': 'w128h128' } as const;
    const webp = { format: { '.tag': 'webp' }, mode: { '.tag': 'fitone_bestfit' }, size: small } as const;
    expect(await of({ ...wide, ...webp })).toBe('webp 384 128');
    expect(await of({ ...wide, mode: { '.tag': 'original' } })).toBe('jpeg 900 300');
    await write('/Pictures/sea.bmp', bmp('sea'));
    await write('/Pictures/tiny.ppm', Buffer.concat([Buffer.from('P6\n# by hand\n2 1\n255\n'), Buffer.alloc(6)]));
    expect(await of({ path: '/Pictures/sea.bmp', size: { '.tag': 'w32h32' } })).toBe('jpeg 32 21');
    expect(await of({ path: '/Pictures/tiny.ppm' })).toBe('jpeg 2 1');
    const v2 = await client.filesGetThumbnailV2({ resource: { '.tag': 'path', path: '/Pictures/wide.png' } });
    expect(v2.result.file_metadata).toMatchObject({
      name: 'wide.png',
      media_info: { metadata: { '.tag': 'photo', dimensions: { width: 900, height: 300 } } },
    });
  });

  it('is refused thumbnails of what is no picture', async () => {
    const whole = png('broken');
    await write('/Pictures/text.png', 'no picture');
    await write('/Pictures/drawing.png', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await write('/Pictures/half.png', whole.subarray(0, whole.length / 2));
    const of = (path: string) => refused(client.filesGetThumbnail({ path }));
    expect(await of('/Pictures/none.png')).toBe('path/not_found/...');
    expect(await of('/Pictures')).toBe('path/not_file/...');
    expect(await of('/Samples/Sample.svg')).toBe('unsupported_extension/...');
    expect(await of('/Pictures/text.png')).toBe('unsupported_image/...');
    expect(await of('/Pictures/drawing.png')).toBe('unsupported_image/...');
    expect(await of('/Pictures/half.png')).toBe('conversion_error/...');
    sandbox.control.write({ person: 'ada', path: '/Pictures/large.jpg', size: 20 * 1024 * 1024 + 1 });
    expect(await of('/Pictures/large.jpg')).toBe('unsupported_image/...');
    const link = client.filesGetThumbnailV2({ resource: { '.tag': 'link', url: 'https://www.dropbox.com/s/x' } });
    expect(await refused(link)).toBe('not_found/...');
    const odd = client.filesGetThumbnail({ path: '/Pictures/wide.png', size: { '.tag': 's' } as never });
    await expect(odd).rejects.toMatchObject({ status: 400, error: expect.stringContaining("size: unknown tag 's'") });

    const paths = ['/Samples/Sample.jpg', '/Pictures/text.png', '/Pictures/none.png'];
    const { entries } = (await client.filesGetThumbnailBatch({ entries: paths.map((path) => ({ path })) })).result;
    expect(entries).toMatchObject([
      { '.tag': 'success', metadata: { name: 'Sample.jpg' } },
      { '.tag': 'failure', failure: { '.tag': 'unsupported_image' } },
      { '.tag': 'failure', failure: { '.tag': 'path', path: { '.tag': 'not_found' } } },
    ]);
    const { thumbnail } = entries[0] as { thumbnail: string };
    expect((await sharp(Buffer.from(thumbnail, 'base64')).metadata()).width).toBe(64);
    const many = Array.from({ length: 26 }, () => ({ path: '/Samples/Sample.jpg' }));
    expect(await refused(client.filesGetThumbnailBatch({ entries: many }))).toBe('too_many_files/...');
  });

  it('gets previews: documents as PDF, tables as HTML', async () => {
    const of = async (path: string) => bytesOf(await client.filesGetPreview({ path })).toString('latin1');
    expect(await of('/Samples/Sample.docx')).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/);
    expect(await of('/Samples/Sample.pptx')).toMatch(/^%PDF-/);
    expect(await of('/Samples/Sample.xlsx')).toMatch(/<td>Customer<\/td>/);
    expect(await of('/Samples/Sample.csv')).toMatch(/<td>Customer<\/td>/);
    await write('/Letter.rtf', '{\\rtf1{\\fonttbl{\\f0 Arial;}}\\f0 Dear reader\\par Bye}');
    expect(await of('/Letter.rtf')).toContain('(Dear reader)');
    await write('/Old.doc', 'not read here');
    await write('/Broken.docx', 'PK no archive');
    const no = (path: string) => refused(client.filesGetPreview({ path }));
    expect(await no('/Samples/Sample.txt')).toBe('unsupported_extension/...');
    expect(await no('/Old.doc')).toBe('unsupported_content/...');
    expect(await no('/Broken.docx')).toBe('unsupported_content/...');
    expect(await no('/none.docx')).toBe('path/not_found/...');
  });

  it('downloads a folder as an archive', async () => {
    await write('/Zip/Grüße.txt', 'hello');
    await write('/Zip/inner/two.bin', Buffer.alloc(70_000, 7));
    sandbox.control.writePaper({ person: 'ada', path: '/Zip/Notes.paper' });
    const answer = await client.filesDownloadZip({ path: '/zip' });
    expect(answer.result.metadata).toMatchObject({ name: 'Zip', path_display: '/Zip' });
    const files = unzip(bytesOf(answer))!;
    expect([...files.keys()]).toEqual(['Zip/', 'Zip/Grüße.txt', 'Zip/inner/', 'Zip/inner/two.bin']);
    expect(files.get('Zip/Grüße.txt')!().toString()).toBe('hello');
    expect(files.get('Zip/inner/two.bin')!()).toEqual(Buffer.alloc(70_000, 7));
    expect(await refused(client.filesDownloadZip({ path: '/Zip/Grüße.txt' }))).toBe('path/not_folder/...');
    sandbox.control.addMany({ person: 'ada', count: 9_990, path: '/Too many' });
    expect(await refused(client.filesDownloadZip({ path: '/Too many' }))).toBe('too_many_files/...');
    sandbox.control.mkdir({ person: 'ada', path: '/Too large' });
    sandbox.control.write({ person: 'ada', path: '/Too large/film.mp4', size: 4 * 1024 ** 3 });
    expect(await refused(client.filesDownloadZip({ path: '/Too large' }))).toBe('too_large/...');
    sandbox.control.remove({ person: 'ada', path: '/Too large' });
  });

  it('tags files and folders', async () => {
    await write('/Tagged.txt', 'x');
    const path = '/Tagged.txt';
    const tags = async (...paths: string[]) =>
      (await client.filesTagsGet({ paths })).result.paths_to_tags.map((one) =>
        one.tags.map((tag) => ('tag_text' in tag ? tag.tag_text : tag['.tag'])),
      );
    await client.filesTagsAdd({ path, tag_text: 'Invoice_2026' });
    await client.filesTagsAdd({ path, tag_text: 'invoice_2026' });
    await client.filesTagsAdd({ path: '/Samples', tag_text: 'samples' });
    expect(await tags(path, '/Samples')).toEqual([['invoice_2026'], ['samples']]);
    await client.filesTagsRemove({ path, tag_text: 'INVOICE_2026' });
    expect(await refused(client.filesTagsRemove({ path, tag_text: 'invoice_2026' }))).toBe('tag_not_present/...');
    for (let at = 0; at < 20; at++) await client.filesTagsAdd({ path, tag_text: `tag${at}` });
    expect(await refused(client.filesTagsAdd({ path, tag_text: 'another' }))).toBe('too_many_tags/...');
    expect(await refused(client.filesTagsGet({ paths: ['/none'] }))).toBe('path/not_found/...');
    await expect(client.filesTagsAdd({ path, tag_text: 'two words' })).rejects.toMatchObject({ status: 400 });
  });

  it('locks files in shared folders, which others then cannot change', async () => {
    const folder = '/Team drafts';
    await write(`${folder}/plan.txt`, 'plan');
    await write('/Alone.txt', 'x');
    const entries = (...paths: string[]) => ({ entries: paths.map((path) => ({ path })) });
    const { accountId } = sandbox.state.account('ada');
    const locked = await client.filesLockFileBatch(
      entries(`${folder}/plan.txt`, `${folder}/PLAN.txt`, '/Alone.txt', folder, '/none.txt'),
    );
    expect(locked.result.entries).toMatchObject([
      {
        '.tag': 'success',
        metadata: { name: 'plan.txt', file_lock_info: { is_lockholder: true } },
        lock: { content: { '.tag': 'single_user', lock_holder_account_id: accountId } },
      },
      { '.tag': 'failure', failure: { '.tag': 'file_not_shared' } },
      { '.tag': 'failure', failure: { '.tag': 'cannot_be_locked' } },
      { '.tag': 'failure', failure: { '.tag': 'path_lookup', path_lookup: { '.tag': 'not_found' } } },
    ]);
    await write(`${folder}/plan.txt`, 'changed by the holder');
    const after = await client.filesUnlockFileBatch(entries(`${folder}/plan.txt`));
    expect(after.result.entries).toMatchObject([{ lock: { content: { '.tag': 'unlocked' } } }]);

    sandbox.control.lock({ person: 'ada', path: `${folder}/plan.txt`, by: 'bruno' });
    const path = `${folder}/plan.txt`;
    const state = (await client.filesGetFileLockBatch(entries(path))).result.entries;
    expect(state).toMatchObject([{ metadata: { file_lock_info: { is_lockholder: false } } }]);
    const conflict = { '.tag': 'failure', failure: { '.tag': 'lock_conflict', lock: { content: {} } } };
    expect((await client.filesLockFileBatch(entries(path))).result.entries).toMatchObject([conflict]);
    expect((await client.filesUnlockFileBatch(entries(path))).result.entries).toMatchObject([conflict]);
    expect(await refused(write(path, 'by another'))).toBe('path/no_write_permission/...');
    expect(await refused(client.filesDeleteV2({ path }))).toBe('path_lookup/locked/...');
    const away = { from_path: path, to_path: '/new/plan.txt' };
    expect(await refused(client.filesMoveV2(away))).toBe('from_lookup/locked/...');
    expect(await refused(client.filesGetMetadata({ path: '/new' }))).toBe('path/not_found/...');
    expect(bytesOf(await client.filesDownload({ path })).toString()).toBe('changed by the holder');
  });

  it('saves what is at an address of this machine', async () => {
    // Reaches this machine as well, but by an address that could be another's as far as its name tells.
    const elsewhere = () => `${url.replace('127.0.0.1', '0.0.0.0')}/page`;
    const site = createServer((req, res) => {
      if (req.url === '/moved') res.writeHead(302, { location: '/page' }).end();
      else if (req.url === '/away') res.writeHead(302, { location: elsewhere() }).end();
      else if (req.url === '/page') res.end('saved');
      else res.writeHead(404).end();
    });
    const { url, stop } = await listen(site);
    const save = async (address: string) => {
      const { result } = await client.filesSaveUrl({ path: '/Saved/page.txt', url: address });
      const asked = { async_job_id: (result as { async_job_id: string }).async_job_id };
      for (;;) {
        const status = (await client.filesSaveUrlCheckJobStatus(asked)).result;
        if (status['.tag'] !== 'in_progress') return status;
      }
    };
    expect(await save(`${url}/moved`)).toMatchObject({ '.tag': 'complete', path_display: '/Saved/page.txt', size: 5 });
    await write('/Saved/page.txt', 'changed since');
    expect(await save(`${url}/page`)).toMatchObject({ '.tag': 'complete', name: 'page (1).txt' });
    const failed = { '.tag': 'failed', failed: { '.tag': 'download_failed' } };
    for (const address of [`${url}/none`, `${url}/away`, elsewhere()]) expect(await save(address)).toEqual(failed);
    await stop();
    const call = (path: string, address: string) => refused(client.filesSaveUrl({ path, url: address }));
    expect(await call('/a.txt', 'file:///etc/passwd')).toBe('invalid_url/...');
    expect(await call('/Shared with me/a.txt', url)).toBe('path/no_write_permission/...');
    expect(await refused(client.filesSaveUrlCheckJobStatus({ async_job_id: 'none' }))).toBe('invalid_async_job_id/...');
  });

  it('uploads once by a temporary link', async () => {
    const { link } = (await client.filesGetTemporaryUploadLink({ commit_info: { path: '/By link.txt' } })).result;
    const post = (address: string, type = 'application/octet-stream') =>
      fetch(address, { method: 'POST', body: 'by link', headers: { 'content-type': type } });
    expect((await post(link, 'application/json')).status).toBe(400);
    const { content_hash } = (await post(link).then(() => client.filesGetMetadata({ path: '/By link.txt' })))
      .result as { content_hash?: string };
    expect(content_hash).toHaveLength(64);
    expect((await post(link)).status).toBe(410);
    expect((await post(`${link}x`)).status).toBe(409);
    const commit_info = { path: '/Shared with me/a.txt' };
    const readOnly = (await client.filesGetTemporaryUploadLink({ commit_info, duration: 60.5 })).result.link;
    expect((await post(readOnly)).status).toBe(409);
    const brief = client.filesGetTemporaryUploadLink({ commit_info, duration: 1 });
    await expect(brief).rejects.toMatchObject({ status: 400 });
  });

  it('writes Paper documents', async () => {
    const html = { '.tag': 'html' } as const;
    const create = (path: string) =>
      client.filesPaperCreate({ path, import_format: html, contents: Buffer.from('<p>One &amp; two</p>') });
    const { result } = await create('/Paper/New.paper');
    expect(result).toMatchObject({ result_path: '/Paper/New.paper', paper_revision: 1 });
    expect((await create('/Paper/New.paper')).result.result_path).toBe('/Paper/New (1).paper');
    expect(await refused(create('/Paper/New.txt'))).toBe('invalid_file_extension/...');
    expect(await refused(create('/Shared with me/New.paper'))).toBe('invalid_path/...');
    const update = (policy: 'update' | 'append', paper_revision?: number, path = result.file_id) =>
      client.filesPaperUpdate({
        path,
        import_format: { '.tag': 'markdown' },
        doc_update_policy: { '.tag': policy },
        ...(paper_revision !== undefined && { paper_revision }),
        contents: Buffer.from('**more**'),
      });
    expect((await update('append')).result).toEqual({ paper_revision: 2 });
    const exported = await client.filesExport({ path: result.file_id, export_format: 'markdown' });
    expect(bytesOf(exported).toString()).toBe('One & two\n\n**more**');
    expect(exported.result.export_metadata.paper_revision).toBe(2);
    expect(await refused(update('update', 1))).toBe('revision_mismatch/...');
    expect((await update('update', 2)).result).toEqual({ paper_revision: 3 });
    expect(await refused(update('append', undefined, '/Samples/Sample.txt'))).toBe('path/unsupported_content_type/...');
  });

  it('deletes for good, in a team', async () => {
    const member = open('chen');
    const path = '/Secret.txt';
    await member.filesUpload({ path, contents: 'secret' });
    await member.filesPermanentlyDelete({ path });
    expect(await refused(member.filesListRevisions({ path }))).toBe('path/not_found/...');
    expect(await refused(member.filesGetMetadata({ path, include_deleted: true }))).toBe('path/not_found/...');
    expect(await refused(member.filesPermanentlyDelete({ path }))).toBe('path_lookup/not_found/...');
    await expect(client.filesPermanentlyDelete({ path: '/Samples' })).rejects.toMatchObject({ status: 400 });
  });

  it('was answered by every one of these calls', () => {
    expect(Object.keys(documentRoutes).filter((route) => !described.routes.has(route))).toEqual([]);
  });
});
