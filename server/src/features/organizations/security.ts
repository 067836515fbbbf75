import type { DataOf, organizations } from '@sheaf/contract';
import { AppError } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/index.ts';
import { twoFactorOf } from '../second-factors/index.ts';
import { lockAs } from './lock.ts';
import { securityOf, updateOrganization } from './organizations.queries.ts';

type Security = DataOf<typeof organizations.security>;

export const getSecurity = ({ db }: Services, { membership }: Member): Promise<Security> =>
  securityOf(db, membership.organizationId);

/** Members who require two-factor authentication must have it on, so they can't lock themselves out. */
export async function changeSecurity(
  { db, log }: Services,
  viewer: Member,
  change: { [K in keyof Security]?: Security[K] | undefined },
): Promise<Security> {
  const { organizationId } = viewer.membership;
  return db.transaction().execute(async (tx) => {
    await lockAs(tx, viewer, 'workspace.secure');
    const before = await securityOf(tx, organizationId);
    const after = { ...before, ...change };
    if (after.two_factor_required && !before.two_factor_required && !(await twoFactorOf(tx, viewer.id)))
      throw new AppError('conflict', 'Turn on two-factor authentication for your own account first.');
    await updateOrganization(tx, organizationId, after);
    const settings = (Object.keys(after) as (keyof Security)[]).filter((key) => after[key] !== before[key]);
    const events = settings.map((key) => ({ action: 'security_changed' as const, details: { [key]: after[key] } }));
    await audit(tx, viewer, events);
    log.info({ user: viewer.id, organization: organizationId, before, after }, 'security of a workspace changed');
    return after;
  });
}
