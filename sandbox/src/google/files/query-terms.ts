import type { Drive } from './drive.ts';
import type { DriveNode } from './drive-node.ts';
import { FOLDER } from './mime-types.ts';

export type Test = (node: DriveNode, drive: Drive) => boolean;

/** Terms that are true or false. */
export const truths: Readonly<Record<string, Test>> = {
  trashed: (node, drive) => drive.isTrashed(node),
  sharedWithMe: (node) => node.sharedAt !== null,
};

/** A term with an operator and a value; null if there is no such term, or it doesn’t support the operator. */
export function termTest(field: string, operator: string, value: string): Test | null {
  switch (field) {
    case 'name':
    case 'mimeType':
      return textTest((node) => node[field], operator, value);
    case 'createdTime': {
      const wanted = Date.parse(value);
      return operator === '>' && !Number.isNaN(wanted) ? ({ created }) => created > wanted : null;
    }
    default:
      return null;
  }
}

/** The fields that lists can be sorted by. */
export const orders: Readonly<Record<string, (a: DriveNode, b: DriveNode) => number>> = {
  name_natural: (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }),
  folder: (a, b) => Number(b.mimeType === FOLDER) - Number(a.mimeType === FOLDER),
  createdTime: (a, b) => a.created - b.created,
};

/** Names and types are compared case-insensitively. */
function textTest(read: (node: DriveNode) => string, operator: string, value: string): Test | null {
  const wanted = value.toLowerCase();
  if (operator === '=') return (node) => read(node).toLowerCase() === wanted;
  return operator === '!=' ? (node) => read(node).toLowerCase() !== wanted : null;
}
