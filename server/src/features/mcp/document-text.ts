import type { PassagePlace } from '@sheaf/contract';
import { AppError, notFound } from '../../errors.ts';
import { oneDocument } from '../documents/index.ts';
import { passagesOf } from '../passages/index.ts';
import { openDocument } from '../sync/index.ts';
import { type FoundDocument, presentFound } from './found-document.ts';
import type { ToolContext } from './tool.ts';

const maxPassages = 60;
/** About 12,000 tokens. Of a longer text, only the beginning is returned; read_document reads the rest. */
const maxCharacters = 50_000;

export interface DocumentText {
  document: FoundDocument;
  /** The beginning of the text, as far as it fits. */
  text: string;
  /** The first passage that is not included; null if the text is complete. */
  next_passage: number | null;
}

/** Returns a document with its text, if the viewer may see it now. Counts as opening it. */
export async function textOfDocument(context: ToolContext, id: string): Promise<DocumentText> {
  const { services, viewer } = context;
  const document = await oneDocument(services, viewer, id);
  if (document.type === 'folder')
    throw new AppError('validation_failed', 'This is a folder. Use list_folder to see what is in it.');
  await openDocument(services, viewer, id);
  const read = await passagesOf(services.db, viewer, id, { from: 1, count: maxPassages });
  if (!read) throw notFound('This document');
  let text = '';
  let last = 0;
  for (const { number, body } of read.passages) {
    if (text && text.length + body.length > maxCharacters) break;
    text += `${text ? '\n' : ''}${body.slice(0, maxCharacters)}`;
    last = number;
  }
  return { document: presentFound(context, document), text, next_passage: last < read.total ? last + 1 : null };
}

/** Describes where in a document a text is; null if its format has no places that people know. */
export function placeText({ kind, value, row }: PassagePlace): string | null {
  if (kind === 'sheet') return row === null ? `sheet “${value}”` : `sheet “${value}”, row ${row}`;
  if (kind === 'message') return 'a message';
  if (kind === 'text') return row !== null ? `row ${row}` : value && `line ${value}`;
  return value && `${kind} ${value}`;
}
