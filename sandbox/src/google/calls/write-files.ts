import type { drive_v3 } from '@googleapis/drive';
import { type Content, StoredContent } from '../../shared/content/content.ts';
import type { SandboxResponse } from '../../shared/server.ts';
import { type Call, fileMask, jsonBody, theFile } from '../call.ts';
import { GoogleError, jsonAnswer } from '../errors.ts';
import type { DriveNode, NewNode } from '../files/drive-node.ts';
import { fileResource } from '../files/file-resource.ts';
import { FOLDER, isGoogleType, SHORTCUT } from '../files/mime-types.ts';
import { isTopOfSharedDrive } from '../files/shared-drive.ts';
import { theSharedDrive } from './shared-drives.ts';

export type FileBody = drive_v3.Schema$File;

export const answerFile = (call: Call, node: DriveNode): SandboxResponse =>
  jsonAnswer(fileResource(node, call.drive, fileMask(call)));

export async function createFile(call: Call): Promise<SandboxResponse> {
  const body = await jsonBody<FileBody>(call);
  return answerFile(call, addFile(call, body, null, undefined));
}

/** Creates a file from a request’s metadata; without content it is a folder, a Google document or an empty file. */
export function addFile(
  call: Call,
  body: FileBody,
  content: Content | null,
  contentType: string | undefined,
): DriveNode {
  const { drive } = call;
  refuseUnwritable(body, []);
  const [parent = 'root', ...others] = body.parents ?? [];
  if (others.length > 0) throw new GoogleError('cannotAddParent');
  const folder = folderToWrite(call, parent);
  const mimeType = body.mimeType ?? contentType ?? 'application/octet-stream';
  if (body.id && isGoogleType(mimeType) && mimeType !== FOLDER && mimeType !== SHORTCUT)
    throw new GoogleError('generatedIdNotSupported', undefined, 'file.id');
  const node: NewNode = {
    ...(body.id ? { id: body.id } : isGoogleType(mimeType) && mimeType !== FOLDER ? { id: drive.newId(44) } : {}),
    name: body.name ?? 'Untitled',
    mimeType,
    parent: folder.id,
    content: isGoogleType(mimeType) ? null : (content ?? NOTHING),
    ...times(body),
    target: mimeType === SHORTCUT ? shortcutTarget(call, body) : null,
    byApp: true,
  };
  return drive.add(node);
}

const NOTHING = new StoredContent();

/** The fields that clients may set on a new file or a change. */
const writable = ['createdTime', 'id', 'mimeType', 'modifiedTime', 'name', 'parents', 'shortcutDetails', 'trashed'];

/** Further fields that Google accepts and the sandbox accepts without storing them. Google accepts even more. */
const notKept = [
  'appProperties',
  'copyRequiresWriterPermission',
  'description',
  'kind',
  'properties',
  'starred',
  'viewedByMeTime',
  'writersCanShare',
];

/** Refuses fields that Google sets itself, and those in `more`. */
function refuseUnwritable(body: FileBody, more: readonly string[]): void {
  const isTaken = (name: string) => (writable.includes(name) || notKept.includes(name)) && !more.includes(name);
  if (!Object.keys(body).every(isTaken)) throw new GoogleError('fieldNotWritable');
}

export async function updateFile(call: Call): Promise<SandboxResponse> {
  const node = theFile(call);
  changeFile(call, node, await jsonBody<FileBody>(call), undefined);
  return answerFile(call, node);
}

export function changeFile(call: Call, node: DriveNode, body: FileBody, content: Content | undefined): void {
  mayWrite(call, node);
  if (node === call.drive.root) throw new GoogleError('insufficientFilePermissions');
  if (content && isGoogleType(node.mimeType))
    throw new GoogleError('badRequest', 'Content of this file cannot be replaced.');
  if (body.parents !== undefined)
    throw new GoogleError(
      'fieldNotWritable',
      'The parents field is not directly writable in update requests. Use the addParents and removeParents parameters instead.',
    );
  refuseUnwritable(body, ['id']);
  const { trashed } = body;
  if (typeof trashed === 'boolean' && !call.drive.mayTrash(node)) throw new GoogleError('insufficientFilePermissions');
  const modified = body.modifiedTime
    ? instant(body.modifiedTime, 'modifiedTime')
    : content
      ? Date.now()
      : node.modified;
  call.drive.update(node, {
    ...(body.name != null && { name: body.name }),
    ...(body.mimeType != null && !isGoogleType(node.mimeType) && { mimeType: body.mimeType }),
    ...(typeof trashed === 'boolean' && { trashedAt: trashed ? Date.now() : null }),
    ...(content && { content }),
    ...parentChange(call, node),
    modified,
  });
}

/** A file is in exactly one folder: adding a parent requires removing the other. */
function parentChange({ req, drive }: Call, node: DriveNode): { parent?: string } {
  const ids = (name: string) =>
    (req.query.get(name) ?? '')
      .split(',')
      .filter(Boolean)
      .map((id) => drive.get(id).id);
  const [added, ...others] = ids('addParents');
  const removed = ids('removeParents');
  if (added === undefined) {
    if (removed.length > 0) throw new GoogleError('cannotAddParent', 'A file needs a parent.');
    return {};
  }
  const leavesOld = node.parent === null || removed.includes(node.parent) || added === node.parent;
  if (others.length > 0 || !leavesOld) throw new GoogleError('cannotAddParent');
  mayWrite({ drive }, drive.get(added));
  return { parent: added };
}

export async function copyFile(call: Call): Promise<SandboxResponse> {
  const { drive } = call;
  const node = theFile(call);
  if (node.mimeType === FOLDER || !node.canDownload) throw new GoogleError('cannotCopyFile');
  const body = await jsonBody<FileBody>(call);
  const parents = body.parents ?? [drive.mayEdit(node) && node.parent !== null ? node.parent : 'root'];
  const copy = addFile(
    call,
    {
      ...body,
      parents,
      name: body.name ?? `Copy of ${node.name}`,
      mimeType: node.mimeType,
      ...target(node),
    },
    node.content,
    undefined,
  );
  return answerFile(call, copy);
}

const target = ({ target }: DriveNode) => (target ? { shortcutDetails: { targetId: target.id } } : {});

export function deleteFile(call: Call): SandboxResponse {
  const node = theFile(call);
  if (!call.drive.mayDelete(node) || node === call.drive.root || isTopOfSharedDrive(node))
    throw new GoogleError('insufficientFilePermissions');
  call.drive.remove(node);
  return { status: 204 };
}

/** Deletes for good what is in the trash of My Drive, or of a shared drive. */
export function emptyTrash({ req, drive }: Call): SandboxResponse {
  const driveId = req.query.get('driveId');
  if (driveId !== null) theSharedDrive(drive, driveId);
  const trashed = [...drive.nodes()].filter((node) => node.trashedAt !== null && node.driveId === driveId);
  if (!trashed.every((node) => drive.mayDelete(node))) throw new GoogleError('insufficientFilePermissions');
  for (const node of trashed) if (drive.find(node.id)) drive.remove(node);
  return { status: 204 };
}

export function generateIds({ req, drive }: Call): SandboxResponse {
  const count = Number(req.query.get('count') ?? '10');
  if (!Number.isInteger(count) || count < 1 || count > 1000) throw new GoogleError('invalid', 'Invalid Value', 'count');
  const ids = Array.from({ length: count }, () => drive.newId());
  return jsonAnswer({ kind: 'drive#generatedIds', space: 'drive', ids } satisfies drive_v3.Schema$GeneratedIds);
}

/** Apps that don’t declare support for shared drives can’t write there either. */
export function folderToWrite(call: Call, id: string): DriveNode {
  const folder = call.drive.get(id);
  if (folder.driveId !== null && call.req.query.get('supportsAllDrives') !== 'true')
    throw new GoogleError('notFound', `File not found: ${id}.`, 'fileId');
  mayWrite(call, folder);
  return folder;
}

function mayWrite({ drive }: Pick<Call, 'drive'>, node: DriveNode): void {
  if (!drive.mayEdit(node)) throw new GoogleError('insufficientFilePermissions');
}

function shortcutTarget({ drive }: Call, body: FileBody): { id: string; mimeType: string } {
  const id = body.shortcutDetails?.targetId;
  if (!id) throw new GoogleError('required', 'shortcutDetails.targetId is required');
  return { id, mimeType: drive.get(id).mimeType };
}

function times(body: FileBody): { created: number; modified: number } {
  const created = body.createdTime ? instant(body.createdTime, 'createdTime') : Date.now();
  return { created, modified: body.modifiedTime ? instant(body.modifiedTime, 'modifiedTime') : Date.now() };
}

function instant(text: string, field: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new GoogleError('invalid', `Invalid value for: Invalid format: "${text}"`, field);
  return ms;
}
