import type { Executor } from '../../db/pool.ts';
import { newId } from '../../platform/uuid.ts';

/** A new organisation with its first owner. */
export async function createOrganization(
  tx: Executor,
  ownerId: string,
  { name, industry = null }: { name: string; industry?: string | null },
): Promise<string> {
  const id = newId();
  await tx.insertInto('organizations').values({ id, name, industry }).execute();
  await tx.insertInto('memberships').values({ organization_id: id, user_id: ownerId, role: 'owner' }).execute();
  return id;
}
