import { limits, type Organization, type Plan, planLimits } from '@sheaf/contract';
import { AppError, notFound } from '../../errors.ts';
import type { Member, Viewer } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { discardImage, storeImage } from '../images/index.ts';
import { createOrganization } from './create-organization.ts';
import { lockAs } from './lock.ts';
import { presentOrganization } from './organizations.present.ts';
import {
  countWorkspaces,
  organizationOf,
  organizationsOf,
  planAndUsage,
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
      throw new AppError('conflict', `Nobody can have more than ${limits.workspacesEach} workspaces. Leave one first.`);
    }
    return createOrganization(tx, viewer.id, wanted);
  });
  return getOrganization(services, viewer, id);
}

/** logo left out: stays; null: removed; a picture: replaces the old one. The same for industry. */
export async function changeOrganization(
  services: Services,
  viewer: Member,
  change: { name: string; industry?: string | null; logo?: string | null },
): Promise<Organization> {
  const { organizationId } = viewer.membership;
  const logo_key = change.logo ? await storeImage(services, 'logo', change.logo) : change.logo;
  await services.db.transaction().execute(async (tx) => {
    const before = await lockAs(tx, viewer, 'workspace.update');
    await updateOrganization(tx, organizationId, { name: change.name, industry: change.industry, logo_key });
    if (logo_key !== undefined) await discardImage(tx, before.logo_key);
  });
  return getOrganization(services, viewer, organizationId);
}

/** Plan and role in the organisation of the request. */
export async function organizationInfo({ db }: Services, viewer: Viewer) {
  if (!viewer.membership) throw notFound('This workspace');
  const { organizationId, role } = viewer.membership;
  const { plan, ...usage } = await planAndUsage(db, organizationId);
  const subscription = {
    plan: plan as Plan,
    status: 'active' as const,
    limits: planLimits[plan as Plan],
    usage,
  };
  return { id: organizationId, role, subscription };
}
