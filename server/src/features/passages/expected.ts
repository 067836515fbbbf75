import { type DocumentType, documentType, extensionOf } from '@sheaf/contract';
import { type RawBuilder, sql } from 'kysely';
import { exportedName } from '../../http/files/file-type.ts';
import type { Expected } from './text/task.ts';

/** A document with a content. */
export interface Named {
  name: string;
  kind: string;
  mime_type: string | null;
  /** For an online document: the type it was exported as. */
  exported_as: string | null;
  is_conversation: boolean;
}

const byType: Partial<Record<DocumentType, Expected>> = {
  pdf: 'pdf',
  word: 'office',
  point: 'office',
  rtf: 'office',
  excel: 'sheet',
  spreadsheet: 'csv',
  mail: 'mail',
  text: 'text',
};
const byExtension: Readonly<Record<string, Expected>> = {
  ods: 'sheet',
  html: 'html',
  htm: 'html',
  md: 'markdown',
  markdown: 'markdown',
};
const byMime: Readonly<Record<string, Expected>> = { 'text/html': 'html', 'text/markdown': 'markdown' };

/** The kind of text expected in a document's content; undefined if none is. */
function expectedOf({ name, kind, mime_type, exported_as, is_conversation }: Named): Expected | undefined {
  if (is_conversation) return 'conversation';
  const isExport = kind === 'native' && exported_as !== null;
  const [shownName, mime] = isExport ? [exportedName(name, exported_as), exported_as] : [name, mime_type];
  const expected = byType[documentType(shownName, mime)];
  if (expected === undefined) return undefined;
  const extension = extensionOf(shownName);
  return byExtension[extension] ?? (extension === '' ? byMime[mime ?? ''] : undefined) ?? expected;
}

/** One content may be several documents with different names: the most specific kind wins. */
const order: readonly Expected[] = [
  'conversation',
  'pdf',
  'sheet',
  'office',
  'mail',
  'html',
  'markdown',
  'csv',
  'text',
];

export function expectedOfAll(documents: readonly Named[]): Expected | undefined {
  const all = new Set(documents.map(expectedOf));
  return order.find((expected) => all.has(expected));
}

/** SQL: whether text is expected in the content of document `d`; the reader checks more closely. */
export const mayHaveText: RawBuilder<boolean> = sql`(d.type = any(${Object.keys(byType)}::text[]) or d.conversation is not null)`;
