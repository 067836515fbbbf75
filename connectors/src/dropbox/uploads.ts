import { randomUUID } from 'node:crypto';
import type { files } from 'dropbox';
import { ConnectorError } from '../kit/errors.ts';
import { createHasher, type Hashes } from '../kit/hashes.ts';
import type { FileWrites, RemoteId, RemoteItem, UploadHandle } from '../kit/session.ts';
import { itemOf } from './adapt.ts';
import { DropboxFailure } from './failures.ts';
import type { Gateway } from './gateway.ts';
import { folderPath } from './lookup.ts';
import { metadataAt } from './parents.ts';

export const BLOCK = 4 * 1024 * 1024;

/** An upload, as data. A small file has no session: its bytes wait here, and go in one call when all is known. */
interface Upload {
  key: string;
  session: string | null;
  parentId: RemoteId | null;
  name: string;
  size: number;
  modifiedAt: string | null;
}

type Uploads = Pick<FileWrites, 'begin' | 'received' | 'put' | 'finish' | 'abort'>;

const startRoute = 'files/upload_session/start';
const appendRoute = 'files/upload_session/append_v2';

/** Files arrive whole or not at all, and never over another: `add` refuses a name that holds other content. */
export function createUploads(gateway: Gateway): Uploads {
  const waiting = new Map<string, Uint8Array>();

  const start = async (bytes: Uint8Array) => {
    const arg = { content_hash: contentHash(bytes) };
    return (await gateway.upload<files.UploadSessionStartResult>(startRoute, arg, bytes)).session_id;
  };

  return {
    async begin({ parentId, name, size, modifiedAt }) {
      const key = randomUUID();
      const stamp = modifiedAt ? timestamp(modifiedAt) : null;
      const upload: Upload = { key, session: null, parentId, name, size, modifiedAt: stamp };
      if (size <= BLOCK) return handleOf(upload);
      // Before gigabytes are sent for nothing.
      const taken = await metadataAt(gateway, `${await folderPath(gateway, parentId)}/${name}`);
      if (taken) throw new ConnectorError('conflict', `${name} is there already`);
      return handleOf({ ...upload, session: await start(new Uint8Array()) });
    },

    /** Dropbox has no question for it: an append of nothing is refused with the right offset. */
    async received(handle) {
      const { key, session } = read(handle);
      if (session === null) return waiting.get(key)?.length ?? 0;
      try {
        await gateway.upload<null>(appendRoute, { cursor: { session_id: session, offset: 0 } }, new Uint8Array());
        return 0;
      } catch (error) {
        // A session lives a week. From 0, put begins another.
        if (error instanceof ConnectorError && error.code === 'not_found') return 0;
        if (error instanceof DropboxFailure && error.correctOffset !== undefined) return error.correctOffset;
        throw error;
      }
    },

    async put(handle, { offset, bytes, last }) {
      const upload = read(handle);
      const { key, session } = upload;
      if (session === null && offset === 0 && last) {
        waiting.set(key, bytes.slice());
        return handle;
      }
      if (session === null) throw new ConnectorError('conflict', `A file of up to ${BLOCK} bytes is sent in one piece`);
      const arg = { cursor: { session_id: session, offset }, content_hash: contentHash(bytes) };
      try {
        await gateway.upload<null>(appendRoute, arg, bytes);
      } catch (error) {
        if (!(error instanceof DropboxFailure)) throw error;
        if (error.code === 'not_found' && offset === 0) return handleOf({ ...upload, session: await start(bytes) });
        // The bytes came, only the answer was lost on its way.
        if (error.correctOffset !== offset + bytes.length) throw error;
      }
      return handle;
    },

    async finish(handle, expected) {
      const upload = read(handle);
      const parent = await folderPath(gateway, upload.parentId);
      const commit = {
        path: `${parent}/${upload.name}`,
        mode: 'add',
        autorename: false,
        mute: true,
        ...(upload.modifiedAt !== null && { client_modified: upload.modifiedAt }),
      };
      const saved = await (upload.session === null
        ? sendWhole(gateway, waiting.get(upload.key), commit, expected)
        : commitSession(gateway, upload.session, commit, expected));
      waiting.delete(upload.key);
      await refuseOther(gateway, saved, expected);
      return itemOf({ ...saved, '.tag': 'file' }, upload.parentId) satisfies RemoteItem;
    },

    /** Sessions cannot be ended: Dropbox forgets them after a week. */
    async abort(handle) {
      waiting.delete(read(handle).key);
    },
  };
}

interface Expected {
  size: number;
  hashes: Hashes;
}

async function sendWhole(gateway: Gateway, bytes: Uint8Array | undefined, commit: object, { size, hashes }: Expected) {
  if (bytes?.length !== size) throw new ConnectorError('corrupt', `${bytes?.length ?? 0} of ${size} bytes are here`);
  const arg = { ...commit, content_hash: hashes.dropbox ?? contentHash(bytes) };
  return gateway.upload<files.FileMetadata>('files/upload', arg, bytes);
}

async function commitSession(gateway: Gateway, session: string, commit: { path: string }, { size, hashes }: Expected) {
  const cursor = { session_id: session, offset: size };
  try {
    return await gateway.upload<files.FileMetadata>(
      'files/upload_session/finish',
      { cursor, commit },
      new Uint8Array(),
    );
  } catch (error) {
    if (!(error instanceof DropboxFailure) || !error.tags.includes('lookup_failed')) throw error;
    // The session is used up: by this very call, if its answer was lost on the way.
    const there = error.code === 'not_found' ? await metadataAt(gateway, commit.path) : null;
    const isOurs =
      there?.['.tag'] === 'file' &&
      there.size === size &&
      (hashes.dropbox ?? there.content_hash) === there.content_hash;
    if (isOurs) return there;
    throw new ConnectorError('corrupt', `Dropbox does not hold ${size} bytes of this upload`, { cause: error });
  }
}

/** What is not as it should be does not stay. */
async function refuseOther(gateway: Gateway, saved: files.FileMetadata, { size, hashes }: Expected): Promise<void> {
  if (saved.size === size && (hashes.dropbox ?? saved.content_hash) === saved.content_hash) return;
  await gateway.rpc('files/delete_v2', { path: saved.id, parent_rev: saved.rev });
  throw new ConnectorError('corrupt', 'What arrived at Dropbox is not what was sent');
}

function contentHash(bytes: Uint8Array): string {
  const hasher = createHasher('dropbox');
  hasher.update(bytes);
  return hasher.digest();
}

/** Dropbox keeps whole seconds. */
const timestamp = (date: Date) => date.toISOString().replace(/\.\d+Z$/, 'Z');
const handleOf = (upload: Upload) => JSON.stringify(upload) as UploadHandle;
const read = (handle: UploadHandle) => JSON.parse(handle) as Upload;
