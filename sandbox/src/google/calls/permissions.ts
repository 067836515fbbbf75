import type { drive_v3 } from '@googleapis/drive';
import { people } from '../../shared/people.ts';
import { seededId } from '../../shared/random.ts';
import type { SandboxResponse } from '../../shared/server.ts';
import { type Call, jsonBody, theFile } from '../call.ts';
import { GoogleError, type Reason } from '../errors.ts';
import type { DriveNode } from '../files/drive-node.ts';
import { type HeldPermission, permissionResource, permissionsOf } from '../files/held-permissions.ts';
import { type Permission, type PermissionRole, permissionRoles } from '../files/permission.ts';
import { isTopOfSharedDrive } from '../files/shared-drive.ts';
import { permissionId } from '../files/users.ts';
import { answerList, answerOne } from './resources.ts';

type Body = drive_v3.Schema$Permission;

const usual = ['kind', 'id', 'type', 'role'];
const types = ['user', 'group', 'domain', 'anyone'] as const;

export function listPermissions(call: Call): SandboxResponse {
  const node = sharable(call);
  const all = permissionsOf(node, call.drive).map((one) => permissionResource(one, node));
  return answerList(call, { schema: 'PermissionList', of: 'permissions', all, usual, size: [100, 100] });
}

export function getPermission(call: Call): SandboxResponse {
  const node = sharable(call);
  return answerOne(call, 'Permission', permissionResource(thePermission(call, node), node), usual);
}

/** The other accounts of this sandbox do not see what is shared with them in this way. */
export async function createPermission(call: Call): Promise<SandboxResponse> {
  const node = sharable(call);
  const body = await jsonBody<Body>(call);
  const role = roleOf(call, node, body);
  const made: Permission = { ...receiver(call, body), role, ...expiry(body) };
  const isPerson = made.type === 'user' || made.type === 'group';
  if (!isPerson && made.expirationTime) throw new GoogleError('cannotSetExpirationOnAnyoneOrDomain');
  if (!isPerson && isTopOfSharedDrive(node)) throw new GoogleError('cannotShareTeamDriveTopFolderWithAnyoneOrDomains');
  const others = node.permissions.filter(({ id }) => id !== made.id);
  call.drive.update(node, { permissions: [...others, made] });
  return answerOne(call, 'Permission', permissionResource({ ...made, from: node }, node), usual);
}

export async function updatePermission(call: Call): Promise<SandboxResponse> {
  const node = sharable(call);
  const body = await jsonBody<Body>(call);
  const writable = new Set(['role', 'expirationTime', 'pendingOwner', 'view', 'kind', 'id']);
  if (Object.keys(body).some((name) => !writable.has(name))) throw new GoogleError('fieldNotWritable');
  const { from: _, ...held } = given(call, node, 'cannotRemoveOwner');
  const role = body.role == null ? held.role : roleOf(call, node, body);
  if (body.pendingOwner && role !== 'writer') throw new GoogleError('pendingOwnerWriterRequired');
  if (call.req.query.get('removeExpiration') === 'true') delete held.expirationTime;
  const pending = body.pendingOwner == null ? {} : { pendingOwner: body.pendingOwner };
  const updated: Permission = { ...held, role, ...expiry(body), ...pending };
  call.drive.update(node, { permissions: node.permissions.map((one) => (one.id === held.id ? updated : one)) });
  return answerOne(call, 'Permission', permissionResource({ ...updated, from: node }, node), usual);
}

export function deletePermission(call: Call): SandboxResponse {
  const node = sharable(call);
  const { id } = given(call, node, 'cannotDeletePermission');
  call.drive.update(node, { permissions: node.permissions.filter((one) => one.id !== id) });
  return { status: 204 };
}

function sharable(call: Call): DriveNode {
  const node = theFile(call);
  if (!call.drive.mayShare(node)) throw new GoogleError('insufficientFilePermissions');
  return node;
}

function thePermission({ drive, params }: Call, node: DriveNode): HeldPermission {
  const found = permissionsOf(node, drive).find(({ id }) => id === params.permissionId);
  if (!found) throw new GoogleError('notFound', `Permission not found: ${params.permissionId}.`, 'permissionId');
  return found;
}

/** One that was given to the file itself, which alone can be changed here. */
function given(call: Call, node: DriveNode, otherwise: Reason): HeldPermission {
  const found = thePermission(call, node);
  if (found.from !== node) throw new GoogleError('cannotModifyInheritedPermission');
  if (!node.permissions.some(({ id }) => id === found.id)) throw new GoogleError(otherwise);
  return found;
}

function roleOf({ req }: Call, node: DriveNode, body: Body): PermissionRole {
  const role = permissionRoles.find((one) => one === body.role);
  if (!role) throw new GoogleError('required', 'The permission role field is required.', 'permission.role');
  if (role === 'owner') {
    if (node.driveId !== null) throw new GoogleError('ownerOnTeamDriveItemNotSupported');
    const message = "The transferOwnership parameter must be enabled when the permission role is 'owner'.";
    if (req.query.get('transferOwnership') !== 'true') throw new GoogleError('forbidden', message, 'transferOwnership');
    // Outside of organizations the other has to agree: the owner makes them a pending owner.
    throw new GoogleError('consentRequiredForOwnershipTransfer');
  }
  if (node.driveId === null && role === 'organizer') throw new GoogleError('organizerOnNonTeamDriveNotSupported');
  if (node.driveId === null && role === 'fileOrganizer')
    throw new GoogleError('fileOrganizerOnNonTeamDriveNotSupported');
  return role;
}

function receiver({ drive }: Call, body: Body): Omit<Permission, 'role'> {
  const type = types.find((one) => one === body.type);
  if (!type) throw new GoogleError('required', 'The permission type field is required.', 'permission.type');
  const discovery = body.allowFileDiscovery ?? false;
  if (type === 'anyone') return { id: discovery ? 'anyone' : 'anyoneWithLink', type, allowFileDiscovery: discovery };
  if (type === 'domain') {
    if (!body.domain) throw new GoogleError('required', 'The domain is required.', 'permission.domain');
    const { domain } = body;
    return { id: `${digits(domain)}k`, type, domain, displayName: domain, allowFileDiscovery: discovery };
  }
  const emailAddress = body.emailAddress ?? '';
  if (!/^[^@\s]+@[^@\s]+$/.test(emailAddress))
    throw new GoogleError(
      'invalid',
      'The specified emailAddress is invalid or not applicable for the given permission type.',
      'permission.emailAddress',
    );
  const id = emailAddress === drive.person.email ? permissionId(drive) : digits(emailAddress);
  const displayName = people.find(({ email }) => email === emailAddress)?.name ?? emailAddress.split('@')[0]!;
  return { id, type, emailAddress, displayName };
}

const digits = (seed: string) =>
  BigInt(`0x${Buffer.from(seededId(seed, 8)).toString('hex')}`)
    .toString()
    .padStart(20, '0');

function expiry({ expirationTime }: Body): Pick<Permission, 'expirationTime'> {
  if (expirationTime == null) return {};
  const time = Date.parse(expirationTime);
  if (Number.isNaN(time) || time <= Date.now()) throw new GoogleError('expirationDatesMustBeInTheFuture');
  return { expirationTime: new Date(time).toISOString() };
}
