import { limits, type Organization } from '@sheaf/contract';
import { AppError, notFound } from '../../errors.ts';
import type { Member, Viewer } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { audit, auditIn } from '../audit/index.ts';
import { discardImage, storeImage } from '../images/index.ts';
import { createOrganization } from './create-organization.ts';
import { lockAs } from './lock.ts';
import { presentOrganization } from './organizations.present.ts';
import {
  countWorkspaces,
  organizationOf,
  organizationsOf,
  restorableOf,
  updateOrganization,
} from './organizations.queries.ts';

export async function listOrganizations({ db }: Services, viewer: Viewer): Promise<Organization[]> {
  return (await organizationsOf(db, viewer.id)).map(presentOrganization);
}

export async function listRestorable({ db }: Services, viewer: Viewer) {
  const rows = await restorableOf(db, viewer.id);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    deleted_at: row.deleted_at!.toISOString(),
    gone_at: row.gone_at.toISOString(),
  }));
}

export async function getOrganization({ db }: Services, viewer: Viewer, id: string): Promise<Organization> {
  const organization = await organizationOf(db, viewer.id, id);
  if (!organization) throw notFound('This workspace');
  return presentOrganization(organization);
}

export async function startOrganization(
  services: Services,
  viewer: Viewer,
  wanted: { name: string; industry?: string | null },
): Promise<Organization> {
  const id = await services.db.transaction().execute(async (tx) => {
    if ((await countWorkspaces(tx, viewer.id)) >= limits.workspacesEach) {
      throw new AppError('conflict', `You can have up to ${limits.workspacesEach} workspaces. Leave one first.`);
    }
    const made = await createOrganization(tx, viewer.id, { ...wanted, plan: services.config.plan });
    const object = { kind: 'workspace' as const, id: made, name: wanted.name };
    await auditIn(tx, made, viewer, { action: 'workspace_created', object });
    return made;
  });
  return getOrganization(services, viewer, id);
}

/** An omitted industry stays; null removes it. */
export async function changeOrganization(
  services: Services,
  viewer: Member,
  change: { name: string; industry?: string | null },
): Promise<Organization> {
  const { organizationId } = viewer.membership;
  await services.db.transaction().execute(async (tx) => {
    const before = await lockAs(tx, viewer, 'workspace.update');
    await updateOrganization(tx, organizationId, change);
    await audit(tx, viewer, {
      action: 'workspace_changed',
      object: { kind: 'workspace', id: organizationId, name: before.name },
      details: { name: change.name, ...(change.industry && { industry: change.industry }) },
    });
  });
  return getOrganization(services, viewer, organizationId);
}

/** A picture replaces the old one; null removes it. */
export async function changeLogo(
  services: Services,
  viewer: Member,
  picture: Uint8Array | null,
): Promise<Organization> {
  const { organizationId } = viewer.membership;
  const logo_key = picture && (await storeImage(services, viewer, picture));
  await services.db.transaction().execute(async (tx) => {
    const before = await lockAs(tx, viewer, 'workspace.update');
    await updateOrganization(tx, organizationId, { logo_key });
    await discardImage(tx, before.logo_key);
    await audit(tx, viewer, {
      action: 'workspace_changed',
      object: { kind: 'workspace', id: organizationId, name: before.name },
      details: { logo: picture ? 'changed' : 'removed' },
    });
  });
  return getOrganization(services, viewer, organizationId);
}
