import type { Plan } from '@sheaf/contract';
import type { Executor } from '../../db/pool.ts';
import { newId } from '../../platform/uuid.ts';
import { insertMembership } from './memberships.queries.ts';

/** Creates an organization with its first owner. */
export async function createOrganization(
  tx: Executor,
  ownerId: string,
  { name, industry = null, plan }: { name: string; industry?: string | null; plan: Plan },
): Promise<string> {
  const id = newId();
  await tx.insertInto('organizations').values({ id, name, industry, plan }).execute();
  await insertMembership(tx, id, ownerId, 'owner');
  return id;
}
