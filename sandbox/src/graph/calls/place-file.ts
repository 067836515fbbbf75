import { type Content, StoredContent } from '../../shared/content/content.ts';
import type { ConflictBehavior } from '../call.ts';
import { GraphError } from '../errors.ts';
import type { Drive } from '../files/drive.ts';
import type { GraphNode, NewNode } from '../files/graph-node.ts';

export interface FileTarget {
  drive: Drive;
  parent: GraphNode;
  name: string;
  behavior: ConflictBehavior;
}

/** Adds a file, or replaces the content of an existing one of that name. */
export function placeFile(
  { drive, parent, name, behavior }: FileTarget,
  sent: Content,
  more: Partial<Pick<NewNode, 'mimeType' | 'clientModified' | 'clientCreated'>> = {},
): { node: GraphNode; isNew: boolean } {
  const content = drive.type === 'documentLibrary' && OFFICE.test(name) ? promoted(sent) : sent;
  const existing = drive.child(parent, name);
  if (existing) {
    if (behavior === 'fail' || existing.kind !== 'file') throw new GraphError('nameAlreadyExists');
    drive.update(existing, { content });
    Object.assign(existing, more);
    return { node: existing, isNew: false };
  }
  return { node: drive.add({ name, kind: 'file', content, parent: parent.id, ...more }), isNew: true };
}

const OFFICE = /\.(docx|xlsx|pptx)$/i;

/** SharePoint writes library properties into Office files, so the stored bytes differ from those sent. */
const promoted = (sent: Content) => new StoredContent(...sent.read(), Buffer.from('<properties of the library/>'));

const types: Record<string, string> = {
  txt: 'text/plain',
  md: 'text/markdown',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** OneDrive derives the type from the extension, whatever the client sends. */
export const mimeTypeOf = (name: string) =>
  types[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
