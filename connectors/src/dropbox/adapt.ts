import type { files } from 'dropbox';
import type { RemoteId, RemoteItem } from '../kit/session.ts';
import type { Metadata } from './gateway.ts';

/** Dropbox reports deletions by path only, so every item carries its path. */
export type DropboxItem = RemoteItem & { path: string };

/** MIME types by Dropbox's names for its export formats. */
const formats: Readonly<Record<string, string>> = {
  markdown: 'text/markdown',
  html: 'text/html',
  plain_text: 'text/plain',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};
const UNKNOWN_FORMAT = 'application/octet-stream';

export const idOf = (entry: { id: string }) => entry.id as RemoteId;

export function itemOf(entry: Metadata, parentId: RemoteId | null): DropboxItem {
  const path = entry.path_lower ?? '';
  const place = { id: idOf(entry), parentId, name: entry.name, path };
  if (entry['.tag'] === 'folder') {
    return { ...place, kind: 'folder', mimeType: null, size: null, modifiedAt: null, revision: entry.id, hashes: {} };
  }
  const kind = kindOf(entry);
  return {
    ...place,
    kind,
    mimeType: null,
    size: kind === 'file' ? entry.size : null,
    modifiedAt: new Date(entry.client_modified),
    revision: entry.rev,
    hashes: hashesOf(entry),
    ...(kind === 'native' && { exports: exportsOf(entry) }),
    ...(entry.preview_url !== undefined && { webUrl: entry.preview_url }),
  };
}

export const hashesOf = ({ content_hash }: { content_hash?: string }) =>
  content_hash ? { dropbox: content_hash } : {};

/** The path of the folder that contains a path; '' is the top. */
export const parentPath = (path: string) => path.slice(0, path.lastIndexOf('/'));

/** The export option for a MIME type: null for the document’s default format, undefined if there is no such export. */
export function formatFor({ export_info }: files.FileMetadata, mimeType: string): string | null | undefined {
  if (export_info?.export_as !== undefined && mimeOf(export_info.export_as) === mimeType) return null;
  return export_info?.export_options?.find((format) => mimeOf(format) === mimeType);
}

function kindOf(entry: files.FileMetadata): RemoteItem['kind'] {
  if (entry.symlink_info) return 'link';
  if (entry.is_downloadable !== false) return 'file';
  return entry.export_info?.export_as === undefined ? 'link' : 'native';
}

function exportsOf({ export_info }: files.FileMetadata): string[] {
  const known = (export_info?.export_options ?? []).filter((format) => Object.hasOwn(formats, format));
  return [...new Set([mimeOf(export_info?.export_as ?? ''), ...known.map(mimeOf)])];
}

const mimeOf = (format: string) => formats[format] ?? UNKNOWN_FORMAT;
