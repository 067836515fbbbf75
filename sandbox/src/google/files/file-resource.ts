import type { drive_v3 } from '@googleapis/drive';
import type { Drive } from './drive.ts';
import type { DriveNode } from './drive-node.ts';
import { applyMask, type Mask, type Shape } from './fields.ts';
import { exportFormats, FOLDER, isGoogleType, SHORTCUT } from './mime-types.ts';
import { stranger, user } from './users.ts';

type File = drive_v3.Schema$File;
type Makers = { [Field in keyof File]?: (node: DriveNode, drive: Drive) => File[Field] };

const time = (ms: number) => new Date(ms).toISOString();
/** The hash of the content, which old files lack. */
const hash =
  (algorithm: 'md5' | 'sha1' | 'sha256') =>
  (node: DriveNode, { oddities }: Drive) =>
    oddities.hashlessEvery !== undefined && !node.byApp && node.ordinal % oddities.hashlessEvery === 0
      ? undefined
      : node.content?.hash(algorithm);

/** Every field of a file, computed only when requested. */
const makers = {
  kind: () => 'drive#file',
  id: (node) => node.id,
  name: (node) => node.name,
  mimeType: (node) => node.mimeType,
  trashed: (node, drive) => drive.isTrashed(node),
  explicitlyTrashed: (node) => node.trashedAt !== null,
  parents: (node) => (node.parent === null ? undefined : [node.parent, ...node.otherParents]),
  resourceKey: (node, drive) => resourceKey(node, drive) ?? undefined,
  driveId: (node) => node.driveId ?? undefined,
  version: (node) => String(node.version),
  webViewLink: (node) => webLink(node),
  createdTime: (node) => time(node.created),
  modifiedTime: (node) => time(node.modified),
  owners: (node, drive) =>
    node.driveId !== null ? undefined : [node.role === 'owner' ? user(drive, true) : stranger()],
  size: (node) =>
    node.content ? String(node.content.size) : isGoogleType(node.mimeType) && hasSize(node) ? '1024' : undefined,
  md5Checksum: hash('md5'),
  sha1Checksum: hash('sha1'),
  sha256Checksum: hash('sha256'),
  headRevisionId: (node) => (node.content ? `0B${node.id.slice(1, 20)}${node.revision}` : undefined),
  shortcutDetails: (node) =>
    node.target ? { targetId: node.target.id, targetMimeType: node.target.mimeType } : undefined,
  exportLinks: (node) => {
    const formats = exportFormats[node.mimeType];
    const link = (format: string) =>
      `https://docs.google.com/feeds/download/export?id=${node.id}&format=${encodeURIComponent(format)}`;
    return formats && Object.fromEntries(formats.map((format) => [format, link(format)]));
  },
} satisfies Makers;

/** The names that `fields` may contain for a file. */
export const fileShape: Shape = {
  ...Object.fromEntries(Object.keys(makers).map((name) => [name, true])),
  owners: 'any',
  shortcutDetails: 'any',
  exportLinks: 'any',
};

/** The fields that Google returns by default. */
export const defaultMask: Mask = new Map(['kind', 'id', 'name', 'mimeType'].map((name) => [name, '*']));

export function fileResource(node: DriveNode, drive: Drive, mask: Mask): File {
  const wanted = mask === '*' ? Object.keys(makers) : mask.keys();
  const file: Record<string, unknown> = {};
  for (const name of wanted) {
    const value = (makers as Makers)[name as keyof File]?.(node, drive);
    if (value !== undefined) file[name] = mask === '*' ? value : applyMask(value, mask.get(name) ?? '*');
  }
  return file;
}

/** The key in the address of a file shared by link, beside its id. */
export const resourceKey = (node: DriveNode, { oddities }: Drive): string | null =>
  oddities.resourceKeys && node.role === 'reader' ? `0-${node.id.slice(1, 12)}` : null;

const hasSize = (node: DriveNode) => node.mimeType !== FOLDER && node.mimeType !== SHORTCUT;

function webLink(node: DriveNode): string {
  if (node.mimeType === FOLDER) return `https://drive.google.com/drive/folders/${node.id}`;
  const editor = /^application\/vnd\.google-apps\.(document|spreadsheet|presentation|form)$/.exec(node.mimeType)?.[1];
  if (editor) return `https://docs.google.com/${editor}/d/${node.id}/edit?usp=drivesdk`;
  return `https://drive.google.com/file/d/${node.id}/view?usp=drivesdk`;
}
