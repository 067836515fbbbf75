import { ConnectorError } from '../../kit/errors.ts';
import { hasBytes } from '../../kit/http/same-bytes.ts';
import type { DavAccount } from '../account.ts';
import { download } from '../download.ts';
import { childPath } from '../protocol/paths.ts';
import { mtimeHeader, type Upload } from './handle.ts';

/**
 * Sends large files in parts, to servers that write a part at the position in its `Content-Range` (as Apache does).
 * Such an upload can resume after a restart, and each part is read back while it is still in memory and the next is
 * sent.
 */
export interface PartUploads {
  /** Tested once per session, with the path of an upload to which nothing was sent yet. */
  areTaken(upload: Upload): Promise<boolean>;
  received(upload: Upload): Promise<number>;
  put(upload: Upload, chunk: Part & { last: boolean }): Promise<void>;
  /** Whether every byte was read back in this session. */
  wereReadBack(upload: Upload): boolean;
  drop(upload: Upload): void;
}

interface Part {
  offset: number;
  bytes: Uint8Array;
}

export function createPartUploads(account: DavAccount): PartUploads {
  const { gateway, urlOf } = account;
  let taken: Promise<boolean> | undefined;
  /** The offset up to which everything sent has been read back. */
  const readBack = new Map<string, number>();
  /** Sent but not read back yet. */
  const unread = new Map<string, Part>();
  const pathOf = ({ folder, place }: Upload) => childPath(folder, place);

  const send = (upload: Upload, offset: number, bytes: Uint8Array, size: number, accept: number[]) => {
    const range = `bytes ${offset}-${offset + bytes.length - 1}/${size}`;
    const headers = { 'content-type': upload.mimeType, 'content-range': range, ...mtimeHeader(upload) };
    return gateway.command({ method: 'PUT', url: urlOf(pathOf(upload)), headers, body: bytes, accept });
  };

  async function look(upload: Upload, { offset, bytes }: Part): Promise<void> {
    if (bytes.length === 0) return;
    const end = offset + bytes.length;
    const { body, startsAt } = await download(account, pathOf(upload), { range: { start: offset, end: end - 1 } });
    const isSame = startsAt === offset && (await hasBytes(body, bytes));
    body.destroy();
    if (!isSame) throw new ConnectorError('corrupt', `A part of ${upload.name} arrived with other bytes`);
    if ((readBack.get(upload.place) ?? 0) === offset) readBack.set(upload.place, end);
  }

  /** Servers without support for parts refuse them, or store each as the complete file. */
  async function tryOut(upload: Upload): Promise<boolean> {
    const [bytes, accept] = [Buffer.from('ab'), [200, 201, 204, 400, 403, 405, 409, 411, 415, 416, 422, 500, 501]];
    for (const offset of [0, 1])
      if ((await send(upload, offset, bytes.subarray(offset, offset + 1), 2, accept)) >= 300) return false;
    try {
      const { body, size, startsAt } = await download(account, pathOf(upload), { range: { start: 1, end: 1 } });
      return (await hasBytes(body, bytes.subarray(1))) && size === 2 && startsAt === 1;
    } catch (error) {
      // The file has no second byte, so the part was not written at its position.
      if (error instanceof ConnectorError && error.code === 'conflict') return false;
      throw error;
    }
  }

  return {
    areTaken(upload) {
      taken ??= tryOut(upload).catch((error: unknown) => {
        taken = undefined;
        throw error;
      });
      return taken;
    },
    async received(upload) {
      return (await account.item(pathOf(upload))).size ?? 0;
    },
    async put(upload, { offset, bytes, last }) {
      const before = unread.get(upload.place);
      unread.delete(upload.place);
      const sending = bytes.length > 0 && send(upload, offset, bytes, upload.size, [200, 201, 204]);
      await Promise.all([sending, before && look(upload, before)]);
      if (last) await look(upload, { offset, bytes });
      else unread.set(upload.place, { offset, bytes });
    },
    wereReadBack: ({ place, size }) => readBack.get(place) === size,
    drop({ place }) {
      readBack.delete(place);
      unread.delete(place);
    },
  };
}
