import { may, type Permission, type Role } from '@sheaf/contract';
import type { Executor } from '../../db/pool.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { lockRow, roleOf } from './organizations.queries.ts';

/** Locks the organization until the transaction ends; throws if it is deleted. */
export async function lockOrganization(tx: Executor, organizationId: string) {
  const organization = await lockRow(tx, organizationId);
  if (!organization) throw notFound('This workspace');
  return organization;
}

/**
 * Same, and checks a permission again under the lock: since the request started, the member may have got another role
 * or been removed.
 */
export async function lockAs(tx: Executor, viewer: Member, permission: Permission) {
  const organization = await lockOrganization(tx, viewer.membership.organizationId);
  const role = await roleOf(tx, organization.id, viewer.id);
  if (!role) throw notFound('This workspace');
  if (!may(role, permission)) throw new AppError('forbidden', 'Your role in this workspace doesn’t allow this.');
  return { ...organization, role: role satisfies Role };
}
