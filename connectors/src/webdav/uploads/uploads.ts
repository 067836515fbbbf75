import { ConnectorError } from '../../kit/errors.ts';
import type { Hashes } from '../../kit/hashes/hashes.ts';
import type { Expected, FileWrites, Finished, RemoteItem } from '../../kit/session.ts';
import { type DavAccount, unfinishedName } from '../account.ts';
import { itemOf } from '../adapt.ts';
import { openFile } from '../download.ts';
import { childPath, type DavPath } from '../protocol/paths.ts';
import { CHUNK_UNIT, createChunkedUploads } from './chunks.ts';
import { handleOf, mtimeHeader, type Upload, uploadOf } from './handle.ts';
import { createPartUploads } from './parts.ts';
import { createSinglePutUploads } from './single-put.ts';
import { recalculated, verify } from './verify.ts';

type Uploads = Pick<FileWrites, 'begin' | 'received' | 'put' | 'finish' | 'abort'> & { close(): Promise<void> };

export function createUploads(account: DavAccount): Uploads {
  const { itemPaths, urlOf, gateway, server } = account;
  const singlePut = createSinglePutUploads(account);
  const chunked = createChunkedUploads(account);
  const parts = createPartUploads(account);
  const wayOf = ({ way }: Upload) => (way === 'chunks' ? chunked! : way === 'parts' ? inParts : singlePut);
  const inParts = {
    ...parts,
    abort(upload: Upload) {
      parts.drop(upload);
      return singlePut.abort(upload);
    },
  };

  /** Must not run before the upload is recorded, because the test writes to its path. */
  async function isForParts(upload: Upload, { offset, last }: { offset: number; last: boolean }): Promise<boolean> {
    if (upload.way !== 'whole' || server.isNextcloudLike || offset > 0 || last) return false;
    await singlePut.abort(upload);
    return parts.areTaken(upload);
  }

  const move = (from: string, { folder, name }: Upload, headers: Record<string, string> = {}) =>
    account.carry({ method: 'MOVE', from, to: urlOf(childPath(folder, name)), headers, accept: [201, 204] });

  const remove = (path: DavPath) => gateway.command({ method: 'DELETE', url: urlOf(path), accept: [200, 204, 404] });

  async function verifyAndRename(upload: Upload, expected: Expected): Promise<RemoteItem> {
    const unfinished = childPath(upload.folder, upload.place);
    const item = await account.item(unfinished);
    verify(item, { ...item.hashes, ...(await recalculated(account, unfinished, expected.hashes)) }, expected);
    await move(urlOf(unfinished), upload);
    return account.item(childPath(upload.folder, upload.name));
  }

  /**
   * A plain server reports nothing beyond a download’s headers, so a caller that reads the file needs no other request.
   */
  async function finishOpening(upload: Upload, expected: Expected): Promise<Finished> {
    await move(urlOf(childPath(upload.folder, upload.place)), upload);
    const path = childPath(upload.folder, upload.name);
    const { download: opened, props } = await openFile(account, path);
    const isSizeKnown = props.length !== undefined;
    if (!isSizeKnown) opened.body.destroy();
    const resource = { href: path, isCollection: false, props };
    const place = {
      id: itemPaths.idOf(path, resource),
      parentId: await itemPaths.folderIdOf(upload.folder),
      name: upload.name,
    };
    const item = isSizeKnown ? itemOf(resource, place) : await account.item(path);
    try {
      verify(item, item.hashes, expected);
    } catch (error) {
      opened.body.destroy();
      await remove(path);
      throw error;
    }
    return isSizeKnown ? { ...item, opened } : item;
  }

  async function finishChunks(upload: Upload, expected: Expected): Promise<RemoteItem> {
    const received = await chunked!.received(upload);
    if (received !== expected.size)
      throw new ConnectorError('corrupt', `${received} of ${expected.size} bytes of ${upload.name} arrived`);
    await move(chunked!.assembled(upload), upload, {
      'oc-total-length': String(upload.size),
      ...mtimeHeader(upload),
      ...checksumHeader(expected.hashes),
    });
    const path = childPath(upload.folder, upload.name);
    const item = await account.item(path);
    try {
      verify(item, await recalculated(account, path, expected.hashes), expected);
    } catch (error) {
      await remove(path);
      throw error;
    }
    return account.item(path);
  }

  return {
    begin: ({ parentId, name, size, mimeType, modifiedAt }) =>
      itemPaths.at(parentId, async (folder) => {
        const upload: Upload = { way: 'whole', folder, name, size, mimeType, place: unfinishedName() };
        if (modifiedAt) upload.modified = Math.floor(modifiedAt.getTime() / 1000);
        const chunks: Upload = { ...upload, way: 'chunks', place: crypto.randomUUID() };
        const takesChunks = chunked !== null && size > CHUNK_UNIT && (await chunked.begin(chunks));
        if (takesChunks) return handleOf(chunks);
        singlePut.begin(upload);
        return handleOf(upload);
      }),
    received(handle) {
      const upload = uploadOf(handle);
      return wayOf(upload).received(upload);
    },
    async put(handle, chunk) {
      const upload = uploadOf(handle);
      if (await isForParts(upload, chunk)) upload.way = 'parts';
      await wayOf(upload).put(upload, chunk);
      return handleOf(upload);
    },
    async finish(handle, expected) {
      const upload = uploadOf(handle);
      try {
        if (upload.way === 'chunks') return await finishChunks(upload, expected);
        if (upload.way === 'parts' && parts.wereReadBack(upload) && expected.open) {
          parts.drop(upload);
          return { ...(await verifyAndRename(upload, expected)), isReadBack: true };
        }
        return await (expected.open && !server.isNextcloudLike ? finishOpening : verifyAndRename)(upload, expected);
      } catch (error) {
        const isFinal = error instanceof ConnectorError && (error.code === 'corrupt' || error.code === 'conflict');
        if (isFinal) await wayOf(upload).abort(upload);
        throw error;
      }
    },
    abort(handle) {
      const upload = uploadOf(handle);
      return wayOf(upload).abort(upload);
    },
    close: () => singlePut.close(),
  };
}

/** The server stores these hashes and reports them in listings from then on. */
function checksumHeader({ sha1, md5, sha256 }: Hashes): Record<string, string> {
  if (sha1 !== undefined) return { 'oc-checksum': `SHA1:${sha1}` };
  if (md5 !== undefined) return { 'oc-checksum': `MD5:${md5}` };
  return sha256 === undefined ? {} : { 'oc-checksum': `SHA256:${sha256}` };
}
