import { archiveKind, type DocumentDetails, type DocumentType, extensionOf, isOldOffice } from '@sheaf/contract';
import type { ViewerKind } from '../../../viewer/protocol.ts';

const MB = 1024 * 1024;

/** How a file is shown; conversations are not files. */
type FileKind = Exclude<ViewerKind, 'conversation'>;

export type View =
  | { as: 'folder' | 'messages' | 'pending' | 'failed' | 'archive' }
  /** As the PDF that the server makes of it. */
  | { as: 'prepared' }
  /** For some types, why it isn’t shown. */
  | { as: 'download'; reason?: string }
  | { as: 'image' | 'video' | 'audio'; url: string }
  | { as: 'file'; url: string; kind: FileKind; limit: number; cut: boolean }
  | { as: 'too-large'; limit: number }
  | { as: 'office'; url: string }
  /** Only available at the source; `frame` if the source allows framing. */
  | { as: 'cloud'; url: string | null; frame: string | null };

type Shown = Pick<
  DocumentDetails,
  'name' | 'type' | 'mime_type' | 'size' | 'local_path' | 'content' | 'web_url' | 'messages' | 'office_viewer_url'
>;

/** How a document is shown. */
export function viewOf(document: Shown): View {
  const { type, content, local_path, web_url } = document;
  if (type === 'folder') return { as: 'folder' };
  if (document.messages.length > 0) return { as: 'messages' };
  if (content === 'pending' || content === 'failed') return { as: content };
  if (!local_path) return { as: 'cloud', url: web_url, frame: web_url && framedAddress(web_url) };
  if (document.office_viewer_url) return { as: 'office', url: document.office_viewer_url };
  const url = `/storage/${local_path}`;
  const kind = kindOf(document);
  if (kind !== 'drawing' && (type === 'image' || type === 'video' || type === 'audio')) return { as: type, url };
  if (!kind) return unknownOf(document.name);
  if (isOldOffice(document.name) && (type === 'word' || type === 'point')) return { as: 'prepared' };
  const { limit, cut } = limits[kind];
  if (!cut && (document.size ?? 0) > limit) return { as: 'too-large', limit };
  return { as: 'file', url, kind, limit, cut };
}

function unknownOf(name: string): View {
  const archive = archiveKind(name);
  if (archive === 'other')
    return {
      as: 'download',
      reason: 'Zip, tar and tar.gz archives can be shown here, but this one can’t.',
    };
  return { as: archive ? 'archive' : 'download' };
}

/** The view of the PDF made from a file. */
export const preparedView = (localPath: string): View & { as: 'file' } => ({
  as: 'file',
  url: `/storage/${localPath}`,
  kind: 'pdf',
  ...limits.pdf,
});

/** The largest files a browser can show. With `cut`, the start of a longer file is shown. */
const limits: Record<FileKind, { limit: number; cut: boolean }> = {
  pdf: { limit: 150 * MB, cut: false },
  word: { limit: 50 * MB, cut: false },
  sheet: { limit: 40 * MB, cut: false },
  slides: { limit: 100 * MB, cut: false },
  'open-text': { limit: 50 * MB, cut: false },
  mail: { limit: 40 * MB, cut: false },
  html: { limit: 10 * MB, cut: false },
  rtf: { limit: 10 * MB, cut: true },
  csv: { limit: 16 * MB, cut: true },
  code: { limit: 2 * MB, cut: true },
  markdown: { limit: 2 * MB, cut: true },
  drawing: { limit: 10 * MB, cut: false },
};

const byType: Partial<Record<DocumentType, FileKind>> = {
  pdf: 'pdf',
  word: 'word',
  excel: 'sheet',
  point: 'slides',
  spreadsheet: 'csv',
  rtf: 'rtf',
  text: 'code',
  mail: 'mail',
};

/** Viewers for specific extensions or MIME types within a document type. */
const bySpecificType: readonly [RegExp, FileKind][] = [
  [/^(odt|odp)$|opendocument\.(text|presentation)$/, 'open-text'],
  [/^ods$|opendocument\.spreadsheet$/, 'sheet'],
  [/^(md|markdown)$|^text\/markdown$/, 'markdown'],
  [/^html?$|^text\/html$/, 'html'],
];

function kindOf({ name, type, mime_type }: Pick<Shown, 'name' | 'type' | 'mime_type'>): FileKind | undefined {
  const extension = extensionOf(name);
  if (type === 'image') return /^svg$|^image\/svg/.test(extension || (mime_type ?? '')) ? 'drawing' : undefined;
  const usual = byType[type];
  if (!usual) return undefined;
  return bySpecificType.find(([pattern]) => pattern.test(extension || (mime_type ?? '')))?.[1] ?? usual;
}

/** The address at which Google, or its sandbox, shows a document in a frame; other providers refuse framing. */
export function framedAddress(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, pathname } = new URL(address);
  // Only our own sandbox: the page’s policy allows no other frame.
  if (pathname === '/_page/google-drive') return address;
  if (protocol !== 'https:' || !/^(docs|drive)\.google\.com$/.test(hostname)) return null;
  const document = /^\/(?:document|spreadsheets|presentation|drawings|file)\/d\/[\w-]+/.exec(pathname)?.[0];
  return document ? `https://${hostname}${document}/preview` : null;
}
