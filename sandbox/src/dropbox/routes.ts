import { fullAccount, spaceUsage } from './accounts.ts';
import { copy, createFolder, deleteItem, getCopyReference, move, saveCopyReference } from './arrange.ts';
import type { Call, Route } from './call.ts';
import { download, exportFile, getMetadata, getTemporaryLink } from './download.ts';
import { getLatestCursor, listFields, listFolder, listFolderContinue } from './list-folder.ts';
import { longpoll, longpollFields } from './longpoll.ts';
import { upload, uploadFields } from './upload.ts';
import { append, appendFields, finish, finishFields, start, startFields } from './upload-session.ts';

const READ = 'files.content.read';
const WRITE = 'files.content.write';
const METADATA = 'files.metadata.read';
const ACCOUNT = 'account_info.read';

const rpc = (scope: string | null, fields: Route['fields'], run: Route['run']): Route => ({
  host: 'api',
  style: 'rpc',
  scope,
  fields,
  run,
});
const content = (style: 'upload' | 'download', fields: Route['fields'], run: Route['run']): Route => ({
  host: 'content',
  style,
  scope: style === 'upload' ? WRITE : READ,
  fields,
  run,
});

const path = { path: 'string' } as const;
const relocation = {
  from_path: 'string',
  to_path: 'string',
  allow_shared_folder: 'boolean?',
  autorename: 'boolean?',
  allow_ownership_transfer: 'boolean?',
} as const;
const metadataFields = {
  ...path,
  include_media_info: 'boolean?',
  include_deleted: 'boolean?',
  include_has_explicit_shared_members: 'boolean?',
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
  'files/create_folder_v2': rpc(WRITE, { ...path, autorename: 'boolean?' }, createFolder),
  'files/delete_v2': rpc(WRITE, { ...path, parent_rev: 'string?' }, deleteItem),
  'files/move_v2': rpc(WRITE, relocation, move),
  'files/copy_v2': rpc(WRITE, relocation, copy),
  'files/copy_reference/get': rpc(WRITE, path, getCopyReference),
  'files/copy_reference/save': rpc(WRITE, { ...path, copy_reference: 'string' }, saveCopyReference),
  'files/get_temporary_link': rpc(READ, path, getTemporaryLink),
  'files/download': content('download', { ...path, rev: 'string?' }, download),
  'files/export': content('download', { ...path, export_format: 'string?' }, exportFile),
  'files/upload': content('upload', uploadFields, upload),
  'files/upload_session/start': content('upload', startFields, start),
  'files/upload_session/append_v2': content('upload', appendFields, append),
  'files/upload_session/finish': content('upload', finishFields, finish),
};
