import type { Call, Route } from './call.ts';
import { copy, createFolder, deleteItem, move } from './calls/arrange.ts';
import { download, exportFile, getMetadata } from './calls/download.ts';
import { getLatestCursor, listFields, listFolder, listFolderContinue } from './calls/list-folder.ts';
import { listRevisions, restore, revisionsFields } from './calls/revisions.ts';
import { upload, uploadFields } from './calls/upload.ts';
import {
  append,
  appendFields,
  finish,
  finishBatch,
  finishBatchFields,
  finishFields,
  start,
  startFields,
} from './calls/upload-session.ts';
import { fullAccount, spaceUsage } from './files/accounts.ts';
import { ACCOUNT, content, METADATA, rpc, WRITE, writing } from './route.ts';

const path = { path: 'string' } as const;
const relocation = {
  from_path: 'string',
  to_path: 'string',
  allow_shared_folder: 'boolean=',
  autorename: 'false=',
  allow_ownership_transfer: 'boolean=',
} as const;
const metadataFields = {
  ...path,
  include_media_info: 'boolean=',
  include_deleted: 'boolean=',
  include_has_explicit_shared_members: 'boolean=',
  include_property_groups: 'union?',
} as const;

/** The implemented calls: those that the connector or rclone makes. */
export const routes: Readonly<Record<string, Route>> = {
  'auth/token/revoke': rpc('', null, () => null),
  'users/get_current_account': rpc(ACCOUNT, null, ({ account }: Call) => fullAccount(account)),
  'users/get_space_usage': rpc(ACCOUNT, null, ({ account }: Call) => spaceUsage(account)),
  'files/list_folder': rpc(METADATA, listFields, listFolder),
  'files/list_folder/continue': rpc(METADATA, { cursor: 'string' }, listFolderContinue),
  'files/list_folder/get_latest_cursor': rpc(METADATA, listFields, getLatestCursor),
  'files/get_metadata': rpc(METADATA, metadataFields, getMetadata),
  'files/create_folder_v2': writing('path', rpc(WRITE, { ...path, autorename: 'false=' }, createFolder)),
  'files/delete_v2': writing('', rpc(WRITE, { ...path, parent_rev: 'string?' }, deleteItem)),
  'files/move_v2': writing('to', rpc(WRITE, relocation, move)),
  'files/copy_v2': writing('to', rpc(WRITE, relocation, copy)),
  'files/list_revisions': rpc(METADATA, revisionsFields, listRevisions),
  'files/restore': writing('path_write', rpc(WRITE, { ...path, rev: 'string' }, restore)),
  'files/download': content('download', { ...path, rev: 'string?' }, download),
  'files/export': content('download', { ...path, export_format: 'string?' }, exportFile),
  'files/upload': writing('path', content('upload', uploadFields, upload)),
  'files/upload_session/start': content('upload', startFields, start),
  'files/upload_session/append_v2': content('upload', appendFields, append),
  'files/upload_session/finish': writing('', content('upload', finishFields, finish)),
  'files/upload_session/finish_batch_v2': writing(null, rpc(WRITE, finishBatchFields, finishBatch)),
};
