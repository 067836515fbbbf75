import type { Drive } from './drive.ts';
import type { DriveNode } from './drive-node.ts';
import { permissionsOf } from './held-permissions.ts';
import type { PermissionRole } from './permission.ts';

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
    case 'fullText':
      return operator === 'contains' ? (node) => includesWords(`${node.name} ${textOf(node)}`, value) : null;
    case 'modifiedTime':
    case 'createdTime':
    case 'viewedByMeTime':
    case 'sharedWithMeTime':
      return on((node) => times[field](node), timeTest(operator, Date.parse(value)));
    case 'visibility': {
      const test = equality(operator, value);
      return test && ((node, drive) => test(visibilityOf(node, drive)));
    }
    case 'shortcutDetails.targetId':
      return on((node) => node.target?.id ?? '', equality(operator, value));
    default:
      return null;
  }
}

/** `'ada@example.com' in owners`: who may do what, by email address. `'labels/abc' in labels`: which labels it has. */
export function membershipTest(field: string, value: string): Test | null {
  switch (field) {
    case 'owners':
    case 'writers':
    case 'readers':
      return (node, drive) =>
        permissionsOf(node, drive).some(({ emailAddress, role }) => emailAddress === value && roles[field].has(role));
    case 'labels':
      return ({ labels }) => labels.some(({ id }) => value === `labels/${id}`);
    default:
      return null;
  }
}

/** What others share with the person, they share by a link. */
function visibilityOf(node: DriveNode, drive: Drive): string {
  const open = permissionsOf(node, drive).find(({ type }) => type === 'anyone' || type === 'domain');
  if (open) return `${open.type}${open.allowFileDiscovery ? 'CanFind' : 'WithLink'}`;
  return node.role === 'reader' ? 'anyoneWithLink' : 'limited';
}

const writers: readonly PermissionRole[] = ['owner', 'organizer', 'fileOrganizer', 'writer'];
const roles: Readonly<Record<'owners' | 'writers' | 'readers', ReadonlySet<PermissionRole>>> = {
  owners: new Set(['owner']),
  writers: new Set(writers),
  readers: new Set([...writers, 'commenter', 'reader']),
};

/** What lists can be sorted by. */
export const orders: Readonly<Record<string, (a: DriveNode, b: DriveNode) => number>> = {
  name: (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  name_natural: (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }),
  folder: (a, b) => Number(isFolder(b)) - Number(isFolder(a)),
  quotaBytesUsed: (a, b) => (a.content?.size ?? 0) - (b.content?.size ?? 0),
  createdTime: (a, b) => a.created - b.created,
  modifiedTime: (a, b) => a.modified - b.modified,
  modifiedByMeTime: (a, b) => a.modified - b.modified,
  viewedByMeTime: (a, b) => (times.viewedByMeTime(a) ?? 0) - (times.viewedByMeTime(b) ?? 0),
  sharedWithMeTime: (a, b) => (a.sharedAt ?? 0) - (b.sharedAt ?? 0),
  recency: (a, b) => Math.max(a.modified, a.sharedAt ?? 0) - Math.max(b.modified, b.sharedAt ?? 0),
  starred: (a, b) => Number(a.starred) - Number(b.starred),
};

const isFolder = ({ mimeType }: DriveNode) => mimeType === 'application/vnd.google-apps.folder';

const times = {
  modifiedTime: (node: DriveNode): number | null => node.modified,
  createdTime: (node: DriveNode): number | null => node.created,
  /** What is in the person's lists was opened when it came. */
  viewedByMeTime: (node: DriveNode): number | null => (node.listed ? node.created : null),
  sharedWithMeTime: (node: DriveNode): number | null => node.sharedAt,
};

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

const includesWords = (text: string, words: string) => text.toLowerCase().includes(words.toLowerCase());

/** The words of a plain text; other files are found by their names. */
function textOf({ mimeType, content }: DriveNode): string {
  if (!mimeType.startsWith('text/') || !content || content.size > 64 * 1024) return '';
  return Buffer.concat([...content.read()]).toString();
}

function timeTest(operator: string, wanted: number): ((ms: number | null) => boolean) | null {
  if (Number.isNaN(wanted)) return null;
  const tests: Record<string, (ms: number) => boolean> = {
    '>': (ms) => ms > wanted,
    '<': (ms) => ms < wanted,
    '>=': (ms) => ms >= wanted,
    '<=': (ms) => ms <= wanted,
    '=': (ms) => ms === wanted,
    '!=': (ms) => ms !== wanted,
  };
  const test = tests[operator];
  return test ? (ms) => ms !== null && test(ms) : null;
}
