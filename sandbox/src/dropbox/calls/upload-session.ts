import type { files } from 'dropbox';
import { StoredContent } from '../../shared/content/content.ts';
import { seededId } from '../../shared/random.ts';
import { type Call, checkFields } from '../call.ts';
import { badInput, DropboxError, endpointError, refusal } from '../errors.ts';
import type { UploadSession } from '../world.ts';
import { commit, refuseBody } from './commit.ts';

export const startFields = { close: 'boolean=', content_hash: 'string?' } as const;
export const appendFields = { cursor: 'object', close: 'boolean=', content_hash: 'string?' } as const;
export const finishBatchFields = { entries: 'list' } as const;
export const finishFields = { cursor: 'object', commit: 'object', content_hash: 'string?' } as const;
const cursorFields = { session_id: 'string', offset: 'integer' } as const;

const LIFE_MS = 7 * 86_400_000;
const MAX_FILE_BYTES = 2 ** 41 - 2 ** 22;

export function start(call: Call<files.UploadSessionStartArg>): files.UploadSessionStartResult {
  refuseBody(call.bytes, call.arg.content_hash);
  return { session_id: startSession(call, call.bytes, call.arg.close ?? false) };
}

export function startSession(call: Call<unknown>, bytes: Uint8Array, closed = false): string {
  const { world, account } = call;
  const id = `pid_upload_session:${seededId(`upload ${world.serial++}`, 48)}`;
  world.uploads.set(id, { accountId: account.accountId, closed, pieces: [bytes], expires: Date.now() + LIFE_MS });
  return id;
}

/** Answers null. */
export function append(call: Call<files.UploadSessionAppendArg>): null {
  const { arg, bytes } = call;
  const session = find(call, arg.cursor, '');
  if (session.closed) throw endpointError('closed');
  refuseOffset(session, arg.cursor.offset, '');
  refuseBody(bytes, arg.content_hash);
  if (arg.cursor.offset + bytes.length > MAX_FILE_BYTES) throw endpointError('too_large');
  session.pieces.push(bytes);
  if (arg.close) session.closed = true;
  return null;
}

export function finish(call: Call<files.UploadSessionFinishArg>): files.FileMetadata {
  const { arg, bytes, world } = call;
  const session = find(call, arg.cursor, 'lookup_failed');
  refuseOffset(session, arg.cursor.offset, 'lookup_failed');
  refuseBody(bytes, arg.content_hash);
  // Kept even if the commit is refused: "please retry with empty data body and updated offset".
  session.pieces.push(bytes);
  const saved = commit(call, arg.commit, new StoredContent(...session.pieces));
  world.uploads.delete(arg.cursor.session_id);
  return saved;
}

/** Finishes each entry like `finish`, if its session was closed before: a success, or the error of that entry. */
export function finishBatch(call: Call<files.UploadSessionFinishBatchArg>): { entries: object[] } {
  const { entries } = call.arg;
  if (entries.length > 1000) throw badInput(call.route, `request body: entries: ${entries.length} is more than 1000`);
  return { entries: entries.map((arg) => finishEntry({ ...call, arg, bytes: Buffer.alloc(0) })) };
}

function finishEntry(call: Call<files.UploadSessionFinishArg>): object {
  checkFields(call.arg, finishFields, call.route, 'entries');
  try {
    const session = call.world.uploads.get(call.arg.cursor?.session_id);
    if (session && !session.closed) throw endpointError('lookup_failed/not_closed');
    return { '.tag': 'success', ...finish(call) };
  } catch (error) {
    if (!(error instanceof DropboxError) || error.status !== 409) throw error;
    return { '.tag': 'failure', failure: (JSON.parse(error.body) as { error: object }).error };
  }
}

function find({ world, account, route }: Call<unknown>, cursor: files.UploadSessionCursor, tag: string): UploadSession {
  checkFields(cursor, cursorFields, route, 'cursor');
  const session = world.uploads.get(cursor.session_id);
  const isKnown = session && session.accountId === account.accountId && session.expires > Date.now();
  if (!isKnown) throw endpointError(tag === '' ? 'not_found' : `${tag}/not_found`);
  return session;
}

function refuseOffset(session: UploadSession, offset: number, tag: string): void {
  const correct_offset = session.pieces.reduce((size, piece) => size + piece.length, 0);
  if (offset === correct_offset) return;
  const error = { '.tag': 'incorrect_offset', correct_offset };
  throw refusal(409, tag === '' ? error : { '.tag': tag, [tag]: error });
}
