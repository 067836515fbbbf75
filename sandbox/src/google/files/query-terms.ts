import type { Drive } from './drive.ts';
import type { DriveNode } from './drive-node.ts';

export type Test = (node: DriveNode, drive: Drive) => boolean;

/** Terms that are true or false. */
export const truths: Readonly<Record<string, Test>> = {
  trashed: (node, drive) => drive.isTrashed(node),
  sharedWithMe: (node) => node.sharedAt !== null,
  starred: (node) => node.starred,
};

/** A term with an operator and a value; null where there is no such term, or it has no such operator. */
export function termTest(field: string, operator: string, value: string): Test | null {
  switch (field) {
    case 'name':
    case 'mimeType':
      return on((node) => node[field], textTest(operator, value));
    case 'modifiedTime':
    case 'createdTime':
      return on(
        (node) => (field === 'createdTime' ? node.created : node.modified),
        timeTest(operator, Date.parse(value)),
      );
    case 'shortcutDetails.targetId':
      return on((node) => node.target?.id ?? '', equality(operator, value));
    default:
      return null;
  }
}

/** What lists can be sorted by. */
export const orders: Readonly<Record<string, (a: DriveNode, b: DriveNode) => number>> = {
  name: (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  name_natural: (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }),
  folder: (a, b) => Number(isFolder(b)) - Number(isFolder(a)),
  createdTime: (a, b) => a.created - b.created,
  modifiedTime: (a, b) => a.modified - b.modified,
};

const isFolder = ({ mimeType }: DriveNode) => mimeType === 'application/vnd.google-apps.folder';

const on = <T>(read: (node: DriveNode) => T, test: ((value: T) => boolean) | null): Test | null =>
  test && ((node) => test(read(node)));

function equality(operator: string, value: string): ((text: string) => boolean) | null {
  if (operator === '=') return (text) => text === value;
  return operator === '!=' ? (text) => text !== value : null;
}

/** Names and types are compared whatever their case. */
function textTest(operator: string, value: string): ((text: string) => boolean) | null {
  const wanted = value.toLowerCase();
  if (operator === '=') return (text) => text.toLowerCase() === wanted;
  if (operator === '!=') return (text) => text.toLowerCase() !== wanted;
  // For names, Drive matches the beginnings of words.
  return operator === 'contains' ? (text) => ` ${text.toLowerCase()}`.includes(` ${wanted}`) : null;
}

function timeTest(operator: string, wanted: number): ((ms: number) => boolean) | null {
  if (Number.isNaN(wanted)) return null;
  const tests: Record<string, (ms: number) => boolean> = {
    '>': (ms) => ms > wanted,
    '<': (ms) => ms < wanted,
    '>=': (ms) => ms >= wanted,
    '<=': (ms) => ms <= wanted,
    '=': (ms) => ms === wanted,
    '!=': (ms) => ms !== wanted,
  };
  return tests[operator] ?? null;
}
