/** The type of a document, for icons, filters and previews. */
export const documentTypes = [
  'folder',
  'image',
  'pdf',
  'word',
  'excel',
  'point',
  'spreadsheet',
  'rtf',
  'text',
  'video',
  'audio',
  'mail',
  'chat',
  'link',
  'other',
] as const;
export type DocumentType = (typeof documentTypes)[number];

/** The category stored with a document besides its type: the kinds of files that the first filters had. */
export type DocumentFormat = 'folder' | 'jpg' | 'png' | 'other';

/** Documents of some types, or of one format. */
export type TypeFilter =
  | { types: readonly DocumentType[]; format?: undefined }
  | { types?: undefined; format: DocumentFormat };

/** The file-type filter of lists. `other` is everything except folders, JPG and PNG; PDFs and videos too. */
export const typeFilters = {
  folder: { format: 'folder' },
  jpg: { format: 'jpg' },
  png: { format: 'png' },
  pdf: { types: ['pdf'] },
  document: { types: ['word', 'rtf', 'text'] },
  spreadsheet: { types: ['excel', 'spreadsheet'] },
  presentation: { types: ['point'] },
  video: { types: ['video'] },
  audio: { types: ['audio'] },
  other: { format: 'other' },
} as const satisfies Record<string, TypeFilter>;
export type TypeFilterName = keyof typeof typeFilters;
export const typeFilterNames = Object.keys(typeFilters) as TypeFilterName[];

const extensions: Partial<Record<DocumentType, string>> = {
  image: 'jpg jpeg jpe jfif png gif webp avif bmp svg tif tiff heic heif ico',
  pdf: 'pdf',
  word: 'doc docx docm dot dotx odt',
  excel: 'xls xlsx xlsm xlsb xlt xltx',
  point: 'ppt pptx pptm pps ppsx odp',
  spreadsheet: 'csv tsv ods',
  rtf: 'rtf',
  text: 'txt md markdown log json jsonl yaml yml toml ini xml html htm css js mjs cjs jsx ts mts cts tsx py rb go rs java kt c h cc cpp hpp cs php swift sh bash sql tex',
  video: 'mp4 m4v mov webm mkv avi ogv mpg mpeg',
  audio: 'mp3 m4a aac wav flac ogg oga opus weba',
  mail: 'eml',
};

const byExtension = new Map(
  Object.entries(extensions).flatMap(([type, list]) => list.split(' ').map((one) => [one, type as DocumentType])),
);

const byMime: readonly [RegExp, DocumentType][] = [
  [/^application\/pdf$/, 'pdf'],
  [/wordprocessingml|msword|opendocument\.text|google-apps\.document/, 'word'],
  [/spreadsheetml|ms-excel|google-apps\.spreadsheet/, 'excel'],
  [/presentationml|ms-powerpoint|opendocument\.presentation|google-apps\.presentation/, 'point'],
  [/^text\/(csv|tab-separated-values)$|opendocument\.spreadsheet/, 'spreadsheet'],
  [/^(application|text)\/rtf$/, 'rtf'],
  [/^message\/rfc822$/, 'mail'],
  [/^image\/|google-apps\.drawing/, 'image'],
  [/^video\//, 'video'],
  [/^audio\//, 'audio'],
  [/^text\/|^application\/(json|xml|javascript)$/, 'text'],
];

/** In lower case; empty if there is none. What follows a dot and a space is the rest of a sentence. */
export const extensionOf = (name: string): string => /\.([^./\\\s]{1,16})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** By the extension, which people rely on, or else by what the source says. */
export function documentType(name: string, mimeType: string | null): DocumentType {
  const known = byExtension.get(extensionOf(name));
  if (known) return known;
  return byMime.find(([pattern]) => pattern.test(mimeType ?? ''))?.[1] ?? 'other';
}

/** The type of a file; folders are always folders. */
export function documentFormat(name: string, mimeType: string | null): DocumentFormat {
  const extension = extensionOf(name);
  if (/^(jpe?g|jpe|jfif)$/.test(extension)) return 'jpg';
  if (extension === 'png') return 'png';
  if (byExtension.has(extension)) return 'other';
  return mimeType === 'image/jpeg' ? 'jpg' : mimeType === 'image/png' ? 'png' : 'other';
}

/** Archives whose contents are listed. */
export type ArchiveKind = 'zip' | 'tar' | 'tgz';

/** 'other': an archive that can't be listed; null: no archive. */
export function archiveKind(name: string): ArchiveKind | 'other' | null {
  const lower = name.toLowerCase();
  if (lower.endsWith('.zip')) return 'zip';
  if (lower.endsWith('.tar')) return 'tar';
  if (/\.(tgz|tar\.gz)$/.test(lower)) return 'tgz';
  return /\.(rar|7z|gz|bz2|tbz2?|xz|txz|zst|lz|lzma|cab|arj|ace|cpio|jar)$/.test(lower) ? 'other' : null;
}
