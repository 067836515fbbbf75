import type { files } from 'dropbox';
import { type Call, checkFields, tagOf } from '../call.ts';
import { badInput, endpointError, type Tagged } from '../errors.ts';
import { attempted, launched, refuseSize } from './batch.ts';
import { refuseBody } from './commit.ts';
import { append, finish, finishFields, startSession } from './upload-session.ts';

export const startBatchFields = { session_type: 'union?', num_sessions: 'integer' } as const;
export const appendBatchFields = { entries: 'list', content_hash: 'string?' } as const;
export const finishBatchFields = { entries: 'list' } as const;
const appendEntryFields = { cursor: 'object', length: 'integer', close: 'boolean=' } as const;

const nothing = Buffer.alloc(0);

export function startBatch(call: Call<files.UploadSessionStartBatchArg>): files.UploadSessionStartBatchResult {
  const { num_sessions, session_type } = call.arg;
  if (num_sessions < 1 || num_sessions > 1000)
    throw badInput(call.route, `request body: num_sessions: ${num_sessions} is not between 1 and 1000`);
  const concurrent = session_type !== undefined && tagOf(session_type) === 'concurrent';
  return { session_ids: Array.from({ length: num_sessions }, () => startSession(call, nothing, { concurrent })) };
}

/** The body is what is to be appended to each, one after the other. */
export function appendBatch(call: Call<files.UploadSessionAppendBatchArg>): { entries: object[] } {
  const { entries: given, content_hash } = call.arg;
  refuseSize(call.route, given, 0, 1000);
  refuseBody(call.bytes, content_hash);
  for (const entry of given) checkFields(entry, appendEntryFields, call.route, 'entries');
  if (given.reduce((sum, { length }) => sum + length, 0) !== call.bytes.length) throw endpointError('length_mismatch');
  let at = 0;
  const entries = given.map(({ length, ...arg }) => {
    const bytes = call.bytes.subarray(at, at + length);
    at += length;
    const result = attempted(() => ({ done: append({ ...call, arg, bytes }) }));
    return 'success' in result ? { '.tag': 'success' } : { '.tag': 'failure', ...result };
  });
  return { entries };
}

/** Sessions have to be closed before. */
export function finishBatch(call: Call<files.UploadSessionFinishBatchArg>): { entries: object[] } {
  refuseSize(call.route, call.arg.entries, 0, 1000);
  const entries = call.arg.entries.map((arg) => {
    checkFields(arg, finishFields, call.route, 'entries');
    const result = attempted(() => {
      const session = call.world.uploads.get(arg.cursor?.session_id);
      if (session && !session.closed) throw endpointError('lookup_failed/not_closed');
      return finish({ ...call, arg, bytes: nothing });
    });
    return 'success' in result ? { '.tag': 'success', ...result.success } : { '.tag': 'failure', ...result };
  });
  return { entries };
}

/** The first version of the call answers with a job. */
export const launchFinishBatch = (call: Call<files.UploadSessionFinishBatchArg>): Tagged =>
  launched(call, finishBatch(call), true);
