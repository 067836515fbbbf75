import { ConnectorError, plainError } from '../kit/errors.ts';
import type { FileWrites, UploadHandle } from '../kit/session.ts';
import { type SftpAccount, unfinishedName } from './account.ts';
import { itemOf } from './adapt.ts';
import { isFailure, isUnexplained } from './failures.ts';
import type { Attributes, FileHandle, SftpConnection } from './gateway.ts';
import { childPath, type SftpPath } from './paths.ts';
import { renameTo } from './rename.ts';

type Uploads = Pick<FileWrites, 'begin' | 'received' | 'put' | 'finish' | 'abort'>;

/** The state of an upload, apart from the bytes that the host has under the unfinished name. */
interface Upload {
  folder: SftpPath;
  name: string;
  place: string;
  /** Seconds since 1970. */
  modified?: number;
}

const WRITE_BYTES = 64 * 1024;
const MAX_WRITES = 64;

const uploadOf = (handle: UploadHandle) => JSON.parse(handle) as Upload;

/** SFTP reports no hashes: `finish` checks the size, and transfers read files back. */
export function createUploads(account: SftpAccount): Uploads {
  const { run, absolute, pathOf } = account;
  const unfinished = ({ folder, place }: Upload) => absolute(childPath(folder, place));

  async function remove(upload: Upload): Promise<void> {
    const at = await unfinished(upload);
    await run((sftp) => sftp.unlink(at)).catch((error: unknown) => {
      if (!isFailure(error, 'not_found')) throw error;
    });
  }

  async function sizeOf(upload: Upload): Promise<number> {
    const at = await unfinished(upload);
    try {
      return (await run((sftp) => sftp.lstat(at))).size;
    } catch (error) {
      if (isFailure(error, 'not_found')) return 0;
      throw error;
    }
  }

  return {
    async begin({ parentId, name, modifiedAt }) {
      const upload: Upload = { folder: pathOf(parentId), name, place: unfinishedName() };
      if (modifiedAt) upload.modified = Math.floor(modifiedAt.getTime() / 1000);
      return JSON.stringify(upload) as UploadHandle;
    },
    received: (handle) => sizeOf(uploadOf(handle)),
    async put(handle, { offset, bytes, last }) {
      const upload = uploadOf(handle);
      const at = await unfinished(upload);
      const folder = await absolute(upload.folder);
      await run(async (sftp) => {
        const file = await sftp.open(at, offset === 0 ? 'create' : 'update');
        const { modified } = upload;
        const writing = writeAll(sftp, file, bytes, offset);
        // Hosts process the requests for one file in order, so there is no need to wait for the last writes.
        if (bytes.length > MAX_WRITES * WRITE_BYTES) await writing.catch(() => {});
        const dating = last && modified !== undefined ? sftp.setModified(file, modified).catch(() => {}) : null;
        const closing = sftp.close(file).catch(() => {});
        try {
          await Promise.all([writing, dating, closing]);
        } catch (error) {
          if (isUnexplained(error) && (await sftp.space(folder))?.free === 0)
            throw plainError('quota_full', 'The host’s disk is full', { cause: error });
          throw error;
        }
      });
      return handle;
    },
    async finish(handle, { size }) {
      const upload = uploadOf(handle);
      const [from, path] = [childPath(upload.folder, upload.place), childPath(upload.folder, upload.name)];
      let found: Attributes | undefined;
      const look = async (sftp: SftpConnection, at: string) => {
        found = await attributesOf(sftp, at, upload, size);
      };
      try {
        await renameTo(account, from, path, look);
      } catch (error) {
        if (isFailure(error, 'conflict') || isFailure(error, 'corrupt')) await remove(upload);
        throw error;
      }
      return itemOf(upload.folder, upload.name, found!);
    },
    abort: (handle) => remove(uploadOf(handle)),
  };
}

/**
 * Checks that the complete file has arrived with its time, which is set again where that failed during writing. Some
 * hosts don’t accept times (AWS Transfer, Azure), so there the file has that of its upload.
 */
async function attributesOf(
  sftp: SftpConnection,
  at: string,
  { name, modified }: Upload,
  size: number,
): Promise<Attributes> {
  const found = await sftp.lstat(at).catch((error: unknown) => {
    if (size > 0 && isFailure(error, 'not_found')) return null;
    throw error;
  });
  if (found?.size !== size)
    throw new ConnectorError('corrupt', `${found?.size ?? 0} of ${size} bytes of ${name} arrived`);
  if (modified === undefined || found.mtime === modified) return found;
  try {
    await sftp.setModified(at, modified);
  } catch (error) {
    if (isFailure(error, 'forbidden')) return found;
    throw error;
  }
  return sftp.lstat(at);
}

/** Many writes at once. Hosts process them in order, so after an interruption a file contains its beginning. */
async function writeAll(sftp: SftpConnection, file: FileHandle, bytes: Uint8Array, offset: number): Promise<void> {
  const writes: Promise<void>[] = [];
  for (let at = 0; at < bytes.length; at += WRITE_BYTES) {
    if (writes.length === MAX_WRITES) await writes.shift();
    const write = sftp.write(file, bytes.subarray(at, at + WRITE_BYTES), offset + at);
    write.catch(() => {});
    writes.push(write);
  }
  await Promise.all(writes);
}
