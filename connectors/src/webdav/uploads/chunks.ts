import type { DavAccount } from '../account.ts';
import { segmentOf } from '../protocol/paths.ts';
import { PLAIN_PROPFIND } from '../protocol/requests.ts';
import type { Upload } from './handle.ts';

/** Nextcloud requires chunks of at least 5 MB (except the last), named 1 to 10,000; ours are named by their offset. */
export const CHUNK_UNIT = 10 * 1024 * 1024;
export const MAX_UNITS = 10_000;

/** Sends files in chunks that the server assembles at the end (Nextcloud’s chunking v2, also supported by ownCloud). */
export interface ChunkedUploads {
  /** Returns false if the server doesn’t support chunks. */
  begin(upload: Upload): Promise<boolean>;
  received(upload: Upload): Promise<number>;
  put(upload: Upload, chunk: { offset: number; bytes: Uint8Array }): Promise<void>;
  /** The address to MOVE the file from. */
  assembled(upload: Upload): string;
  abort(upload: Upload): Promise<void>;
}

export function createChunkedUploads({ gateway, server, urlOf }: DavAccount): ChunkedUploads | null {
  if (server.nextcloud === null) return null;
  const { dav, user } = server.nextcloud;
  const folderOf = ({ place }: Upload) => `${dav}/uploads/${user}/${place}/`;
  const destination = ({ folder, name }: Upload) => urlOf(folder + encodeURIComponent(name));
  const chunkName = (offset: number) => String(offset / CHUNK_UNIT + 1).padStart(5, '0');

  return {
    async begin(upload) {
      const headers = { destination: destination(upload) };
      const accept = [201, 404, 405, 501];
      return (await gateway.command({ method: 'MKCOL', url: folderOf(upload), headers, accept })) === 201;
    },
    async received(upload) {
      const { resources } = await gateway.propfind({ url: folderOf(upload), depth: 1, props: PLAIN_PROPFIND });
      const sizes = new Map(
        resources.map(({ href, props }) => [Number(segmentOf(href).segment), Number(props.length ?? 0)]),
      );
      let received = 0;
      for (;;) {
        const size = sizes.get(received / CHUNK_UNIT + 1);
        if (size === undefined) return received;
        received += size;
        // Only the last chunk may have another size; any other was cut off and is sent again.
        if (received % CHUNK_UNIT !== 0) return received === upload.size ? received : received - size;
      }
    },
    async put(upload, { offset, bytes }) {
      if (bytes.length === 0) return;
      await gateway.command({
        method: 'PUT',
        url: folderOf(upload) + chunkName(offset),
        headers: { destination: destination(upload), 'oc-total-length': String(upload.size) },
        body: bytes,
        accept: [200, 201, 204],
      });
    },
    assembled: (upload) => `${folderOf(upload)}.file`,
    async abort(upload) {
      await gateway.command({ method: 'DELETE', url: folderOf(upload), accept: [200, 204, 404] });
    },
  };
}
