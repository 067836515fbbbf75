import type { Call, Route } from './call.ts';
import { copy, createFolder, deleteItem, getCopyReference, move, saveCopyReference } from './calls/arrange.ts';
import {
  copyBatch,
  copyBatchFields,
  createFolderBatch,
  createFolderBatchFields,
  deleteBatch,
  deleteBatchFields,
  moveBatch,
  moveBatchFields,
} from './calls/arrange-batch.ts';
import { checkJob, pollFields } from './calls/batch.ts';
import { download, exportFile, getMetadata, getTemporaryLink } from './calls/download.ts';
import { getLatestCursor, listFields, listFolder, listFolderContinue } from './calls/list-folder.ts';
import { longpoll, longpollFields } from './calls/longpoll.ts';
import { listRevisions, restore, restoreFields, revisionsFields } from './calls/revisions.ts';
import { search, searchContinue, searchFields } from './calls/search.ts';
import { upload, uploadFields } from './calls/upload.ts';
import {
  appendBatch,
  appendBatchFields,
  finishBatch,
  finishBatchFields,
  launchFinishBatch,
  startBatch,
  startBatchFields,
} from './calls/upload-batch.ts';
import { append, appendFields, finish, finishFields, start, startFields } from './calls/upload-session.ts';
import { documentRoutes } from './document-routes.ts';
import { fullAccount, spaceUsage } from './files/accounts.ts';
import { ACCOUNT, content, METADATA, READ, rpc, WRITE, writing } from './route.ts';

const path = { path: 'string' } as const;
const relocation = {
  from_path: 'string',
  to_path: 'string',
  allow_shared_folder: 'boolean=',
  autorename: 'boolean=',
  allow_ownership_transfer: 'boolean=',
} as const;
const metadataFields = {
  ...path,
  include_media_info: 'boolean=',
  include_deleted: 'boolean=',
  include_has_explicit_shared_members: 'boolean=',
  include_property_groups: 'union?',
} as const;

/** The calls this Dropbox answers, as the vendor's description names them. */
export const routes: Readonly<Record<string, Route>> = {
  'auth/token/revoke': rpc('', null, () => null),
  'users/get_current_account': rpc(ACCOUNT, null, ({ account }: Call) => fullAccount(account)),
  'users/get_space_usage': rpc(ACCOUNT, null, ({ account }: Call) => spaceUsage(account)),
  'files/list_folder': rpc(METADATA, listFields, listFolder),
  'files/list_folder/continue': rpc(METADATA, { cursor: 'string' }, listFolderContinue),
  'files/list_folder/get_latest_cursor': rpc(METADATA, listFields, getLatestCursor),
  'files/list_folder/longpoll': {
    ...rpc(null, longpollFields, ({ world, arg, route }: Call<never>) => longpoll(world, arg, route)),
    host: 'notify',
  },
  'files/get_metadata': rpc(METADATA, metadataFields, getMetadata),
  'files/search_v2': rpc(METADATA, searchFields, search),
  'files/search/continue_v2': rpc(METADATA, { cursor: 'string' }, searchContinue),
  'files/list_revisions': rpc(METADATA, revisionsFields, listRevisions),
  'files/restore': writing('path_write', rpc(WRITE, restoreFields, restore)),
  'files/create_folder_v2': writing('path', rpc(WRITE, { ...path, autorename: 'boolean=' }, createFolder)),
  'files/create_folder_batch': rpc(WRITE, createFolderBatchFields, createFolderBatch),
  'files/create_folder_batch/check': rpc(WRITE, pollFields, checkJob),
  'files/delete_v2': writing('', rpc(WRITE, { ...path, parent_rev: 'string?' }, deleteItem)),
  'files/delete_batch': rpc(WRITE, deleteBatchFields, deleteBatch),
  'files/delete_batch/check': rpc(WRITE, pollFields, checkJob),
  'files/move_v2': writing('to', rpc(WRITE, relocation, move)),
  'files/move_batch_v2': rpc(WRITE, moveBatchFields, moveBatch),
  'files/move_batch/check_v2': rpc(WRITE, pollFields, checkJob),
  'files/copy_v2': writing('to', rpc(WRITE, relocation, copy)),
  'files/copy_batch_v2': rpc(WRITE, copyBatchFields, copyBatch),
  'files/copy_batch/check_v2': rpc(WRITE, pollFields, checkJob),
  'files/copy_reference/get': rpc(WRITE, path, getCopyReference),
  'files/copy_reference/save': rpc(WRITE, { ...path, copy_reference: 'string' }, saveCopyReference),
  'files/get_temporary_link': rpc(READ, path, getTemporaryLink),
  'files/download': content('download', { ...path, rev: 'string?' }, download),
  'files/export': content('download', { ...path, export_format: 'string?' }, exportFile),
  'files/upload': writing('path', content('upload', uploadFields, upload)),
  'files/upload_session/start': content('upload', startFields, start),
  'files/upload_session/start_batch': rpc(WRITE, startBatchFields, startBatch),
  'files/upload_session/append_v2': content('upload', appendFields, append),
  'files/upload_session/append_batch': content('upload', appendBatchFields, appendBatch),
  'files/upload_session/finish': writing('', content('upload', finishFields, finish)),
  'files/upload_session/finish_batch': rpc(WRITE, finishBatchFields, launchFinishBatch),
  'files/upload_session/finish_batch/check': rpc(WRITE, pollFields, checkJob),
  'files/upload_session/finish_batch_v2': writing(null, rpc(WRITE, finishBatchFields, finishBatch)),
  ...documentRoutes,
};
