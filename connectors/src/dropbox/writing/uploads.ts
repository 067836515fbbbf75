import { randomUUID } from 'node:crypto';
import type { files } from 'dropbox';
import { ConnectorError, plainError } from '../../kit/errors.ts';
import { createHasher, type Hashes } from '../../kit/hashes/hashes.ts';
import type { FileWrites, RemoteId, RemoteItem, UploadHandle } from '../../kit/session.ts';
import { itemOf } from '../adapt.ts';
import { DropboxFailure } from '../failures.ts';
import type { Gateway, Metadata } from '../gateway.ts';
import { expectedAt, folderPath, metadataAt } from '../lookup.ts';
import { NotFoundYet } from './recent-writes.ts';

export const BLOCK = 4 * 1024 * 1024;

/** The state of an upload. A small file needs no Dropbox upload session: its bytes are kept and sent in one call. */
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

/** Files arrive completely or not at all, and never replace another: `add` refuses a name that is taken. */
export function createUploads(gateway: Gateway): Uploads {
  const waiting = new Map<string, Uint8Array>();

  const start = async (bytes: Uint8Array) => {
    const arg = { content_hash: contentHash(bytes) };
    return (await gateway.upload<files.UploadSessionStartResult>(startRoute, arg, bytes)).session_id;
  };

  const sendSmall = async (bytes: Uint8Array | undefined, commit: files.CommitInfo, expected: Expected) => {
    if (bytes?.length !== expected.size)
      throw new ConnectorError('corrupt', `${bytes?.length ?? 0} of ${expected.size} bytes are here`);
    const content_hash = contentHash(bytes);
    if ((expected.hashes.dropbox ?? content_hash) !== content_hash)
      throw new ConnectorError('corrupt', 'The bytes that are here are not those that were expected');
    const arg = { ...commit, content_hash };
    return gateway.upload<files.FileMetadata>('files/upload', arg, bytes);
  };

  return {
    async begin({ parentId, name, size, modifiedAt }) {
      const key = randomUUID();
      const stamp = modifiedAt ? timestamp(modifiedAt) : null;
      const upload: Upload = { key, session: null, parentId, name, size, modifiedAt: stamp };
      if (size <= BLOCK) return handleOf(upload);
      // Checked before gigabytes are sent in vain.
      const taken = await metadataAt(gateway, `${await folderPath(gateway, parentId)}/${name}`);
      if (taken) throw plainError('conflict', `${name} already exists`);
      return handleOf({ ...upload, session: await start(new Uint8Array()) });
    },

    /** Dropbox has no call for this, but refuses an empty append with the correct offset. */
    async received(handle) {
      const { key, session } = read(handle);
      if (session === null) return waiting.get(key)?.length ?? 0;
      try {
        await gateway.upload<null>(appendRoute, { cursor: { session_id: session, offset: 0 } }, new Uint8Array());
        return 0;
      } catch (error) {
        // An upload session expires after a week; `put` at 0 starts another.
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
        // The bytes had arrived; only the answer was lost.
        if (error.correctOffset !== offset + bytes.length) throw error;
      }
      return handle;
    },

    async finish(handle, expected) {
      const upload = read(handle);
      const parent = await folderPath(gateway, upload.parentId);
      const commit: files.CommitInfo = {
        path: `${parent}/${upload.name}`,
        mode: { '.tag': 'add' },
        autorename: false,
        mute: true,
        ...(upload.modifiedAt !== null && { client_modified: upload.modifiedAt }),
      };
      const cursor = { session_id: upload.session ?? '', offset: expected.size };
      const saved = await (upload.session === null
        ? sendSmall(waiting.get(upload.key), commit, expected)
        : commitSession(gateway, { cursor, commit }, expected));
      waiting.delete(upload.key);
      await refuseOther(gateway, saved, expected);
      return itemOf({ ...saved, '.tag': 'file' }, upload.parentId) satisfies RemoteItem;
    },

    /** Upload sessions cannot be ended: Dropbox drops them after a week. */
    async abort(handle) {
      waiting.delete(read(handle).key);
    },
  };
}

interface Expected {
  size: number;
  hashes: Hashes;
}

/** Commits an upload session; one that is used up was committed by an earlier call. */
async function commitSession(
  gateway: Gateway,
  entry: files.UploadSessionFinishArg,
  { size, hashes }: Expected,
): Promise<files.FileMetadata> {
  const { commit } = entry;
  const finish = () => gateway.upload<files.FileMetadata>('files/upload_session/finish', entry, new Uint8Array());
  try {
    return await gateway.lane.run(finish);
  } catch (error) {
    if (!(error instanceof DropboxFailure) || !error.tags.includes('lookup_failed')) throw error;
    // The upload session is used up, most likely by this very call, whose answer was lost.
    const there = error.code === 'not_found' ? await perhapsAt(gateway, commit.path) : null;
    if (there?.['.tag'] === 'file' && isAsExpected(there, { size, hashes })) return there;
    throw new ConnectorError('corrupt', `Dropbox does not hold ${size} bytes of this upload`, { cause: error });
  }
}

/** The file at the path, perhaps after a moment. */
async function perhapsAt(gateway: Gateway, path: string): Promise<Metadata | null> {
  try {
    return await expectedAt(gateway, path);
  } catch (error) {
    if (error instanceof NotFoundYet) return null;
    throw error;
  }
}

/** Compares the size, and the hash if Dropbox reports one. The caller reads back a file without a hash. */
const isAsExpected = ({ size, content_hash }: files.FileMetadata, expected: Expected) =>
  size === expected.size && (content_hash ?? expected.hashes.dropbox) === (expected.hashes.dropbox ?? content_hash);

/** Removes a file that is not as expected. */
async function refuseOther(gateway: Gateway, saved: files.FileMetadata, { size, hashes }: Expected): Promise<void> {
  if (isAsExpected(saved, { size, hashes })) return;
  await gateway.rpc('files/delete_v2', { path: saved.id, parent_rev: saved.rev });
  throw new ConnectorError('corrupt', 'What arrived at Dropbox is not what was sent');
}

function contentHash(bytes: Uint8Array): string {
  const hasher = createHasher('dropbox');
  hasher.update(bytes);
  return hasher.digest();
}

/** Dropbox stores times without fractions of a second. */
const timestamp = (date: Date) => date.toISOString().replace(/\.\d+Z$/, 'Z');
const handleOf = (upload: Upload) => JSON.stringify(upload) as UploadHandle;
const read = (handle: UploadHandle) => JSON.parse(handle) as Upload;
