import type { files } from 'dropbox';
import { paragraphsOf, tablesOf } from '../../shared/content/document-text.ts';
import { escapeXml } from '../../shared/content/office.ts';
import { pagedDocument } from '../../shared/studio/pages.ts';
import type { Call, Download } from '../call.ts';
import { endpointError } from '../errors.ts';
import { fileMetadata, untagged } from '../files/metadata.ts';
import type { FileNode } from '../files/tree.ts';
import { extensionOf, fileAt } from './file.ts';

export const previewFields = { path: 'string', rev: 'string?' } as const;

const AS_PDF = new Set(
  ['ai', 'doc', 'docm', 'docx', 'eps', 'gdoc', 'gslides', 'odp', 'odt', 'pps', 'ppsm', 'ppsx'].concat([
    'ppt',
    'pptm',
    'pptx',
    'rtf',
  ]),
);
const AS_HTML = new Set(['csv', 'ods', 'xls', 'xlsm', 'gsheet', 'xlsx']);
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * The text of a document as a PDF, the cells of a table as a page: real previews show the layout as well. The binary formats of
 * old office programs are not read here: `unsupported_content`.
 */
export function getPreview(call: Call<files.PreviewArg>): Download {
  const { arg, view } = call;
  const file = fileAt(call, arg.rev === undefined ? arg.path : `rev:${arg.rev}`);
  const extension = extensionOf(file);
  const isPdf = AS_PDF.has(extension);
  if (!isPdf && !AS_HTML.has(extension)) throw endpointError('unsupported_extension');
  const body = file.content.size > MOST_BYTES ? null : isPdf ? pdfOf(extension, file) : htmlOf(extension, file);
  if (!body) throw endpointError('unsupported_content');
  const headers = { 'content-type': isPdf ? 'application/pdf' : 'text/html' };
  return { result: untagged(fileMetadata(view, file)), response: { status: 200, headers, body } };
}

const bytesOf = ({ content }: FileNode) => Buffer.concat([...content.read()]);

function pdfOf(extension: string, file: FileNode): Buffer | null {
  const bytes = bytesOf(file);
  // As Illustrator saves its files.
  if (extension === 'ai') return bytes.subarray(0, 5).toString() === '%PDF-' ? bytes : null;
  const paragraphs = paragraphsOf(extension, bytes);
  return paragraphs && pagedDocument(paragraphs.join('\n\n'));
}

function htmlOf(extension: string, file: FileNode): Buffer | null {
  const tables = tablesOf(extension, bytesOf(file));
  const row = (cells: string[]) => `<tr>${cells.map((cell) => `<td>${escapeXml(cell)}</td>`).join('')}</tr>`;
  const body = tables?.map((rows) => `<table>${rows.map(row).join('')}</table>`);
  return body ? Buffer.from(`<!doctype html><meta charset="utf-8">${body.join('')}`) : null;
}
