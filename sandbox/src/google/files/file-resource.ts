import type { drive_v3 } from '@googleapis/drive';
import { shapeOf } from '../description/description.ts';
import type { Drive } from './drive.ts';
import type { DriveNode } from './drive-node.ts';
import { applyMask, type Mask, type Shape } from './fields.ts';
import { permissionResource, permissionsOf } from './held-permissions.ts';
import { labelResource } from './label-resource.ts';
import { exportFormats, FOLDER, isGoogleType, SHORTCUT } from './mime-types.ts';
import { revisionId } from './revisions.ts';
import { stranger, user } from './users.ts';

type File = drive_v3.Schema$File;
/** Labels are shown only where their ids are asked for. */
type Make<T> = (node: DriveNode, drive: Drive, labels: readonly string[]) => T;
type Makers = { [Field in keyof File]-?: Make<File[Field]> | null };

const time = (ms: number) => new Date(ms).toISOString();
/** Old files have none. */
const hash =
  (algorithm: 'md5' | 'sha1' | 'sha256') =>
  (node: DriveNode, { oddities }: Drive) =>
    oddities.hashlessEvery !== undefined && !node.byApp && node.ordinal % oddities.hashlessEvery === 0
      ? undefined
      : node.content?.hash(algorithm);
const extension = (name: string) => /\.([^./]+)$/.exec(name)?.[1];

/** Every field of a file, computed only when requested. Null for a field that this Drive never fills. */
const makers = {
  kind: () => 'drive#file',
  id: (node) => node.id,
  name: (node) => node.name,
  mimeType: (node) => node.mimeType,
  description: (node) => node.description ?? undefined,
  starred: (node) => node.starred,
  trashed: (node, drive) => drive.isTrashed(node),
  explicitlyTrashed: (node) => node.trashedAt !== null,
  trashedTime: (node) => (node.trashedAt === null ? undefined : time(node.trashedAt)),
  parents: (node) => (node.parent === null ? undefined : [node.parent, ...node.otherParents]),
  resourceKey: (node, drive) => resourceKey(node, drive) ?? undefined,
  properties: (node) => node.properties ?? undefined,
  appProperties: (node) => node.appProperties ?? undefined,
  spaces: () => ['drive'],
  driveId: (node) => node.driveId ?? undefined,
  teamDriveId: (node) => node.driveId ?? undefined,
  version: (node) => String(node.version),
  webViewLink: (node) => webLink(node),
  webContentLink: (node) =>
    node.content && node.canDownload ? `https://drive.google.com/uc?id=${node.id}&export=download` : undefined,
  createdTime: (node) => time(node.created),
  modifiedTime: (node) => time(node.modified),
  sharedWithMeTime: (node) => (node.sharedAt === null ? undefined : time(node.sharedAt)),
  owners: (node, drive) =>
    node.driveId !== null ? undefined : [node.role === 'owner' ? user(drive, true) : stranger()],
  lastModifyingUser: (node, drive) => (node.role === 'owner' ? user(drive, true) : stranger()),
  ownedByMe: (node) => (node.driveId !== null ? undefined : node.role === 'owner'),
  shared: (node, drive) => node.role !== 'owner' || permissionsOf(node, drive).length > 1,
  viewedByMe: (node) => node.listed,
  capabilities: (node, drive) => ({
    canDownload: node.canDownload && node.mimeType !== FOLDER,
    canCopy: node.canDownload && node.mimeType !== FOLDER,
    canEdit: drive.mayEdit(node),
    canRename: drive.mayEdit(node),
    canTrash: drive.mayTrash(node),
    canDelete: drive.mayDelete(node),
    canAddChildren: node.mimeType === FOLDER && drive.mayEdit(node),
    canListChildren: node.mimeType === FOLDER,
  }),
  copyRequiresWriterPermission: (node) => !node.canDownload,
  size: (node) =>
    node.content ? String(node.content.size) : isGoogleType(node.mimeType) && hasSize(node) ? '1024' : undefined,
  quotaBytesUsed: (node) => (node.content && node.role === 'owner' ? String(node.content.size) : '0'),
  md5Checksum: hash('md5'),
  sha1Checksum: hash('sha1'),
  sha256Checksum: hash('sha256'),
  headRevisionId: (node) => (node.content ? revisionId(node, node.revision) : undefined),
  originalFilename: (node) => (node.content ? node.name : undefined),
  fileExtension: (node) => (node.content ? (extension(node.name) ?? '') : undefined),
  fullFileExtension: (node) => (node.content ? (extension(node.name) ?? '') : undefined),
  shortcutDetails: (node) =>
    node.target ? { targetId: node.target.id, targetMimeType: node.target.mimeType } : undefined,
  exportLinks: (node) => {
    const formats = exportFormats[node.mimeType];
    const link = (format: string) =>
      `https://docs.google.com/feeds/download/export?id=${node.id}&format=${encodeURIComponent(format)}`;
    return formats && Object.fromEntries(formats.map((format) => [format, link(format)]));
  },
  hasThumbnail: () => false,
  thumbnailVersion: () => '0',
  isAppAuthorized: (node) => node.byApp,
  writersCanShare: () => true,
  permissionIds: (node, drive) =>
    drive.mayShare(node) && node.driveId === null ? permissionsOf(node, drive).map(({ id }) => id) : undefined,
  permissions: (node, drive) =>
    drive.mayShare(node) && node.driveId === null
      ? permissionsOf(node, drive).map((one) => permissionResource(one, node))
      : undefined,
  labelInfo: ({ labels }, drive, wanted) => {
    const shown = labels.filter(({ id }) => wanted.includes(id));
    return wanted.length === 0 ? undefined : { labels: shown.map((one) => labelResource(one, drive)) };
  },
  modifiedByMe: (node) => node.role === 'owner',
  modifiedByMeTime: (node) => (node.role === 'owner' ? time(node.modified) : undefined),
  clientEncryptionDetails: null,
  contentHints: null,
  contentRestrictions: null,
  downloadRestrictions: null,
  folderColorRgb: null,
  hasAugmentedPermissions: null,
  iconLink: null,
  imageMediaMetadata: null,
  inheritedPermissionsDisabled: null,
  linkShareMetadata: null,
  sharingUser: null,
  thumbnailLink: null,
  trashingUser: null,
  videoMediaMetadata: null,
  viewedByMeTime: null,
  viewersCanCopyContent: null,
} satisfies Makers;

/** What `fields` may name inside a file. */
export const fileShape: Shape = shapeOf('File');

/** The fields that Google returns by default. */
export const defaultMask: Mask = new Map(['kind', 'id', 'name', 'mimeType'].map((name) => [name, '*']));

export function fileResource(node: DriveNode, drive: Drive, mask: Mask, labels: readonly string[] = []): File {
  const wanted = mask === '*' ? Object.keys(makers) : mask.keys();
  const file: Record<string, unknown> = {};
  for (const name of wanted) {
    const make = (makers as Record<string, Make<unknown> | null>)[name];
    const value = make?.(node, drive, labels);
    if (value !== undefined) file[name] = mask === '*' ? value : applyMask(value, mask.get(name) ?? '*');
  }
  return file;
}

/** What the address of a file that is shared by a link carries besides its id. */
export const resourceKey = (node: DriveNode, { oddities }: Drive): string | null =>
  oddities.resourceKeys && node.role === 'reader' ? `0-${node.id.slice(1, 12)}` : null;

const hasSize = (node: DriveNode) => node.mimeType !== FOLDER && node.mimeType !== SHORTCUT;

function webLink(node: DriveNode): string {
  if (node.mimeType === FOLDER) return `https://drive.google.com/drive/folders/${node.id}`;
  const editor = /^application\/vnd\.google-apps\.(document|spreadsheet|presentation|form)$/.exec(node.mimeType)?.[1];
  if (editor) return `https://docs.google.com/${editor}/d/${node.id}/edit?usp=drivesdk`;
  return `https://drive.google.com/file/d/${node.id}/view?usp=drivesdk`;
}
