import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

const shown = ['id', 'name', 'email', 'avatar_key', 'email_verified_at'] as const;

/** The row as it was, locked until the transaction ends. */
export function lockUser(tx: Executor, userId: string) {
  return tx.selectFrom('users').select(shown).where('id', '=', userId).forUpdate().executeTakeFirstOrThrow();
}

export function listSessions(db: Executor, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_used_at', 'desc')
    .limit(100)
    .execute();
}
