import { limits } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Services, SessionUse } from '../../services.ts';
import { noteMemberSeen } from '../organizations/index.ts';

/** A session that is used lasts longer, and the workspace sees when somebody was here. */
export function noteSessionUse({ db, log }: Pick<Services, 'db' | 'log'>, use: SessionUse): void {
  const prolonged = sql`update sessions set last_used_at = now(),
    expires_at = now() + make_interval(days => ${limits.sessionDays}) where id = ${use.sessionId}`.execute(db);
  const seen = use.organizationId && noteMemberSeen(db, use.organizationId, use.userId);
  Promise.all([prolonged, seen]).catch((error) => log.warn({ err: error }, 'session not prolonged'));
}
