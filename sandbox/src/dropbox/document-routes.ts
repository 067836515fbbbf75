import type { Route } from './call.ts';
import { pollFields } from './calls/batch.ts';
import { downloadZip } from './calls/download-zip.ts';
import { getFileLocks, lockFields, lockFiles, unlockFiles } from './calls/locks.ts';
import { createPaper, createPaperFields, updatePaper, updatePaperFields } from './calls/paper.ts';
import { permanentlyDelete } from './calls/permanently-delete.ts';
import { getPreview, previewFields } from './calls/preview.ts';
import { checkSave, saveUrl, saveUrlFields } from './calls/save-url.ts';
import { addTag, getTags, getTagsFields, removeTag, tagFields } from './calls/tags.ts';
import {
  getThumbnail,
  getThumbnailBatch,
  getThumbnailV2,
  thumbnailBatchFields,
  thumbnailFields,
  thumbnailV2Fields,
} from './calls/thumbnail.ts';
import { getUploadLink, uploadLinkFields } from './calls/upload-link.ts';
import { content, METADATA, PURGE, READ, rpc, TAGS, WRITE, writing } from './route.ts';

const path = { path: 'string' } as const;

/** What Dropbox does with files beyond storing them. */
export const documentRoutes: Readonly<Record<string, Route>> = {
  'files/get_thumbnail': content('download', thumbnailFields, getThumbnail),
  'files/get_thumbnail_v2': content('download', thumbnailV2Fields, getThumbnailV2),
  'files/get_thumbnail_batch': { ...rpc(READ, thumbnailBatchFields, getThumbnailBatch), host: 'content' },
  'files/get_preview': content('download', previewFields, getPreview),
  'files/download_zip': content('download', path, downloadZip),
  'files/get_file_lock_batch': rpc(READ, lockFields, getFileLocks),
  'files/lock_file_batch': rpc(WRITE, lockFields, lockFiles),
  'files/unlock_file_batch': rpc(WRITE, lockFields, unlockFiles),
  'files/tags/add': rpc(TAGS, tagFields, addTag),
  'files/tags/remove': rpc(TAGS, tagFields, removeTag),
  'files/tags/get': rpc(METADATA, getTagsFields, getTags),
  'files/save_url': rpc(WRITE, saveUrlFields, saveUrl),
  'files/save_url/check_job_status': rpc(WRITE, pollFields, checkSave),
  'files/get_temporary_upload_link': rpc(WRITE, uploadLinkFields, getUploadLink),
  'files/paper/create': { ...content('upload', createPaperFields, createPaper), host: 'api' },
  'files/paper/update': { ...content('upload', updatePaperFields, updatePaper), host: 'api' },
  'files/permanently_delete': writing('', rpc(PURGE, { ...path, parent_rev: 'string?' }, permanentlyDelete)),
};
