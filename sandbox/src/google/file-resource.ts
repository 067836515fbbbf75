import type { drive_v3 } from '@googleapis/drive';
import type { Drive } from './drive.ts';
import type { DriveNode } from './drive-node.ts';
import { applyMask, type Mask, type Shape } from './fields.ts';
import { exportFormats, FOLDER, isGoogleType, SHORTCUT } from './mime-types.ts';

type File = drive_v3.Schema$File;
type Makers = { [Field in keyof File]-?: ((node: DriveNode, drive: Drive) => File[Field]) | null };

const time = (ms: number) => new Date(ms).toISOString();
const hash = (algorithm: 'md5' | 'sha1' | 'sha256') => (node: DriveNode) => node.content?.hash(algorithm);
const extension = (name: string) => /\.([^./]+)$/.exec(name)?.[1];

/** Every field of a file, each made only when asked for. Null: a field Google has and this Drive never fills. */
const makers = {
  kind: () => 'drive#file',
  id: (node) => node.id,
  name: (node) => node.name,
  mimeType: (node) => node.mimeType,
  description: (node) => node.description ?? undefined,
  starred: () => false,
  trashed: (node, drive) => drive.isTrashed(node),
  explicitlyTrashed: (node) => node.trashedAt !== null,
  trashedTime: (node) => (node.trashedAt === null ? undefined : time(node.trashedAt)),
  parents: (node) => (node.parent === null ? undefined : [node.parent]),
  appProperties: (node) => node.appProperties ?? undefined,
  spaces: () => ['drive'],
  version: (node) => String(node.version),
  webViewLink: (node) => webLink(node),
  webContentLink: (node) =>
    node.content && node.canDownload ? `https://drive.google.com/uc?id=${node.id}&export=download` : undefined,
  createdTime: (node) => time(node.created),
  modifiedTime: (node) => time(node.modified),
  sharedWithMeTime: (node) => (node.sharedAt === null ? undefined : time(node.sharedAt)),
  owners: (node, drive) => [node.role === 'owner' ? user(drive, true) : stranger()],
  lastModifyingUser: (node, drive) => (node.role === 'owner' ? user(drive, true) : stranger()),
  ownedByMe: (node) => node.role === 'owner',
  shared: (node) => node.role !== 'owner',
  viewedByMe: (node) => node.listed,
  capabilities: (node) => ({
    canDownload: node.canDownload && node.mimeType !== FOLDER,
    canCopy: node.canDownload && node.mimeType !== FOLDER,
    canEdit: node.role !== 'reader',
    canRename: node.role !== 'reader',
    canTrash: node.role === 'owner',
    canDelete: node.role === 'owner',
    canAddChildren: node.mimeType === FOLDER && node.role !== 'reader',
    canListChildren: node.mimeType === FOLDER,
  }),
  copyRequiresWriterPermission: (node) => !node.canDownload,
  size: (node) =>
    node.content ? String(node.content.size) : isGoogleType(node.mimeType) && hasSize(node) ? '1024' : undefined,
  quotaBytesUsed: (node) => (node.content && node.role === 'owner' ? String(node.content.size) : '0'),
  md5Checksum: hash('md5'),
  sha1Checksum: hash('sha1'),
  sha256Checksum: hash('sha256'),
  headRevisionId: (node) => (node.content ? `0B${node.id.slice(1, 20)}${node.revision}` : undefined),
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
  modifiedByMe: (node) => node.role === 'owner',
  modifiedByMeTime: (node) => (node.role === 'owner' ? time(node.modified) : undefined),
  clientEncryptionDetails: null,
  contentHints: null,
  contentRestrictions: null,
  downloadRestrictions: null,
  driveId: null,
  folderColorRgb: null,
  hasAugmentedPermissions: null,
  iconLink: null,
  imageMediaMetadata: null,
  inheritedPermissionsDisabled: null,
  labelInfo: null,
  linkShareMetadata: null,
  permissionIds: null,
  permissions: null,
  properties: null,
  resourceKey: null,
  sharingUser: null,
  teamDriveId: null,
  thumbnailLink: null,
  trashingUser: null,
  videoMediaMetadata: null,
  viewedByMeTime: null,
  viewersCanCopyContent: null,
} satisfies Makers;

const userShape: Shape = {
  kind: true,
  displayName: true,
  photoLink: true,
  me: true,
  permissionId: true,
  emailAddress: true,
};
const capabilities = [
  'canDownload',
  'canCopy',
  'canEdit',
  'canRename',
  'canTrash',
  'canDelete',
  'canAddChildren',
  'canListChildren',
];

/** What `fields` may name inside a file. */
export const fileShape: Shape = {
  ...Object.fromEntries(Object.keys(makers).map((name) => [name, true])),
  owners: userShape,
  lastModifyingUser: userShape,
  sharingUser: userShape,
  capabilities: Object.fromEntries(capabilities.map((name) => [name, true])),
  shortcutDetails: { targetId: true, targetMimeType: true, targetResourceKey: true },
};

/** What Google answers where nobody asks for more. */
export const defaultMask: Mask = new Map(['kind', 'id', 'name', 'mimeType'].map((name) => [name, '*']));

export function fileResource(node: DriveNode, drive: Drive, mask: Mask): File {
  const wanted = mask === '*' ? Object.keys(makers) : mask.keys();
  const file: Record<string, unknown> = {};
  for (const name of wanted) {
    const make = (makers as Record<string, ((node: DriveNode, drive: Drive) => unknown) | null>)[name];
    const value = make?.(node, drive);
    if (value !== undefined) file[name] = mask === '*' ? value : applyMask(value, mask.get(name) ?? '*');
  }
  return file;
}

export function user(drive: Drive, me: boolean): drive_v3.Schema$User {
  const { name, email } = drive.person;
  return { kind: 'drive#user', displayName: name, me, permissionId: permissionId(drive), emailAddress: email };
}

const permissionId = (drive: Drive) => `0${drive.root.id.replace(/\D/g, '').padEnd(18, '7')}`;
const stranger = (): drive_v3.Schema$User => ({
  kind: 'drive#user',
  displayName: 'Dana Okafor',
  me: false,
  permissionId: '04810000000000000001',
  emailAddress: 'dana@example.com',
});

const hasSize = (node: DriveNode) => node.mimeType !== FOLDER && node.mimeType !== SHORTCUT;

function webLink(node: DriveNode): string {
  if (node.mimeType === FOLDER) return `https://drive.google.com/drive/folders/${node.id}`;
  const editor = /^application\/vnd\.google-apps\.(document|spreadsheet|presentation|form)$/.exec(node.mimeType)?.[1];
  if (editor) return `https://docs.google.com/${editor}/d/${node.id}/edit?usp=drivesdk`;
  return `https://drive.google.com/file/d/${node.id}/view?usp=drivesdk`;
}
