import { extensionOf } from '@sheaf/contract';

/** The headers with which files of users are sent. */
export interface FileType {
  mime: string;
  /** Whether a browser may show it; otherwise it is saved. */
  inline: boolean;
}

const shown: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg jpeg jpe jfif',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'image/x-icon': 'ico',
  'image/svg+xml': 'svg',
  'application/pdf': 'pdf',
  'video/mp4': 'mp4 m4v',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/ogg': 'ogv',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg oga opus',
  'audio/webm': 'weba',
  // Everything written for machines, such as HTML, XML and scripts, is sent as text.
  'text/plain; charset=utf-8':
    'txt md markdown log csv tsv json jsonl yaml yml toml ini xml html htm xhtml css js mjs cjs jsx ts mts cts tsx py rb go rs java kt c h cc cpp hpp cs php swift sh bash sql tex',
};

const office = 'application/vnd.openxmlformats-officedocument';
const saved: Record<string, string> = {
  [`${office}.wordprocessingml.document`]: 'docx',
  [`${office}.spreadsheetml.sheet`]: 'xlsx',
  [`${office}.presentationml.presentation`]: 'pptx',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/rtf': 'rtf',
  'application/epub+zip': 'epub',
  'application/zip': 'zip',
  'image/tiff': 'tif tiff',
  'image/heic': 'heic',
  'image/heif': 'heif',
  'video/x-matroska': 'mkv',
  'video/x-msvideo': 'avi',
  'video/mpeg': 'mpg mpeg',
};

const byExtension = new Map<string, FileType>();
for (const [table, inline] of [
  [saved, false],
  [shown, true],
] as const) {
  for (const [mime, extensions] of Object.entries(table))
    for (const extension of extensions.split(' ')) byExtension.set(extension, { mime, inline });
}
const byMime = new Map([...byExtension.values()].map((type) => [type.mime.split(';')[0]!, type]));
const extensionByMime = new Map(
  Object.entries({ ...saved, ...shown }).map(([mime, extensions]) => [mime.split(';')[0]!, extensions.split(' ')[0]!]),
);

/** Types that only exports have. */
const exportExtensions: Record<string, string> = {
  'application/vnd.google-apps.script+json': 'json',
  'text/html': 'html',
};

const unknown: FileType = { mime: 'application/octet-stream', inline: false };

/** Looks the type up among the harmless ones: first by the name, which people rely on, then by what the source says. */
export function fileType(name: string, mimeType: string | null): FileType {
  const plain = (mimeType ?? '').replace(/;.*/s, '').trim().toLowerCase();
  return byExtension.get(extensionOf(name)) ?? byMime.get(plain) ?? unknown;
}

/** Like `fileType`, for an export that is saved: HTML keeps its type because no browser shows it. */
export function savedExportType(name: string, mimeType: string): FileType {
  return mimeType === 'text/html' ? { mime: 'text/html; charset=utf-8', inline: false } : fileType(name, mimeType);
}

/** The name of an export of an online document: the document's name with the extension of the export's type. */
export function exportedName(name: string, mimeType: string): string {
  const extension = exportExtensions[mimeType] ?? extensionByMime.get(mimeType);
  return extension && extensionOf(name) !== extension ? `${name}.${extension}` : name;
}
