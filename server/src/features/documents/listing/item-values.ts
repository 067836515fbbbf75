import type { RemoteItem } from '@sheaf/connectors';
import { type DocumentType, documentFormat, documentType } from '@sheaf/contract';
import { storable } from '../../../platform/text/storable.ts';

/** Turns what sources report into columns of documents. */

export const orNull = (text: string | null | undefined): string | null => (text ? storable(text) : (text ?? null));

const [firstDay, lastDay] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z')];

/** Returns null for an invalid date, or one outside the range that can be stored and sent. */
export function dateOf(date: Date | null): string | null {
  const time = date?.getTime() ?? Number.NaN;
  return time >= firstDay && time <= lastDay ? date!.toISOString() : null;
}

export function typeOf({ kind, name, mimeType, conversation }: RemoteItem): DocumentType {
  if (conversation) return conversation.kind;
  return kind === 'folder' || kind === 'link' ? kind : documentType(name, mimeType);
}

export function formatOf({ kind, name, mimeType, conversation }: RemoteItem): string {
  if (kind === 'folder') return 'folder';
  return conversation ? 'other' : documentFormat(name, mimeType);
}
