import type { files } from 'dropbox';
import { type Call, checkFields } from '../call.ts';
import type { Tagged } from '../errors.ts';
import { copy, createFolder, deleteItem, move } from './arrange.ts';
import { attempted, launched, refuseSize } from './batch.ts';

export const createFolderBatchFields = { paths: 'list', autorename: 'boolean=', force_async: 'boolean=' } as const;
export const deleteBatchFields = { entries: 'list' } as const;
export const copyBatchFields = { entries: 'list', autorename: 'boolean=' } as const;
export const moveBatchFields = { ...copyBatchFields, allow_ownership_transfer: 'boolean=' } as const;

const deleteFields = { path: 'string', parent_rev: 'string?' } as const;
const pathsFields = { from_path: 'string', to_path: 'string' } as const;

export function createFolderBatch(call: Call<files.CreateFolderBatchArg>): Tagged {
  const { paths, autorename = false, force_async = false } = call.arg;
  refuseSize(call.route, paths, 0, 10_000);
  const entries = [...new Set(paths)].map((path) => {
    const result = attempted(() => createFolder({ ...call, arg: { path, autorename } }));
    return 'success' in result ? { '.tag': 'success', ...result.success } : { '.tag': 'failure', ...result };
  });
  return launched(call, { entries }, force_async);
}

export function deleteBatch(call: Call<files.DeleteBatchArg>): Tagged {
  refuseSize(call.route, call.arg.entries, 0, 1000);
  const entries = call.arg.entries.map((arg) => {
    checkFields(arg, deleteFields, call.route, 'entries');
    const result = attempted(() => deleteItem({ ...call, arg }));
    return 'success' in result ? { '.tag': 'success', ...result.success } : { '.tag': 'failure', ...result };
  });
  return launched(call, { entries }, true);
}

export const copyBatch = (call: Call<files.CopyBatchArg>) => relocateBatch(call, copy);
export const moveBatch = (call: Call<files.MoveBatchArg>) => relocateBatch(call, move);

function relocateBatch(call: Call<files.RelocationBatchArgBase>, relocate: typeof move): Tagged {
  const { entries: given, autorename = false } = call.arg;
  refuseSize(call.route, given, 1, 1000);
  const entries = given.map((paths) => {
    checkFields(paths, pathsFields, call.route, 'entries');
    const result = attempted(() => relocate({ ...call, arg: { ...paths, autorename } }).metadata);
    if ('success' in result) return { '.tag': 'success', success: result.success };
    return { '.tag': 'failure', failure: { '.tag': 'relocation_error', relocation_error: result.failure } };
  });
  return launched(call, { entries }, true);
}
