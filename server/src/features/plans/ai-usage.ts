import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { thisMonth } from '../../db/this-month.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { limitReached, limitsOf } from './limits.ts';

/**
 * Counts a question to the AI against this month, or throws at the limit, also exactly for concurrent questions. Runs
 * in the caller's transaction, so a failure afterwards leaves it uncounted.
 */
export async function takeAiMessage(tx: Executor, services: Pick<Services, 'config'>, viewer: Member): Promise<void> {
  const { organizationId, role } = viewer.membership;
  const { rows } = await sql<{ plan: string }>`select plan from organizations where id = ${organizationId}`.execute(tx);
  const { plan } = rows[0]!;
  const allowed = limitsOf(services, plan).ai_messages;
  const { numAffectedRows } = await sql`insert into ai_usage as u (organization_id, month, messages)
    values (${organizationId}, ${thisMonth}, 1)
    on conflict (organization_id, month) do update set messages = u.messages + 1
      where ${allowed}::int is null or u.messages < ${allowed}::int`.execute(tx);
  if (numAffectedRows !== 1n) throw limitReached(services, { plan, limit: 'ai_messages', used: allowed ?? 0, role });
}

/** Uncounts a question that failed through no fault of the person. */
export async function giveBackAiMessage(db: Executor, { membership }: Member): Promise<void> {
  await sql`update ai_usage set messages = messages - 1
    where organization_id = ${membership.organizationId} and month = ${thisMonth} and messages > 0`.execute(db);
}
