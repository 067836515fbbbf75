import { limits } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { Client } from '../../http/route.ts';
import { newToken, tokenHash } from '../../platform/keys.ts';
import { newId } from '../../platform/uuid.ts';

/** Starts a session and answers its token, which exists nowhere else. */
export async function startSession(tx: Executor, userId: string, client: Client): Promise<string> {
  const token = newToken();
  await tx
    .insertInto('sessions')
    .values({
      id: newId(),
      user_id: userId,
      token_hash: tokenHash(token),
      user_agent: client.userAgent,
      ip: client.ip,
      expires_at: sql`now() + make_interval(days => ${limits.sessionDays})`,
    })
    .execute();
  return token;
}

export async function endSession(db: Executor, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

/** Ends the sessions of a person: all, or all but one. */
export async function endSessions(tx: Executor, userId: string, except?: string): Promise<void> {
  const all = tx.deleteFrom('sessions').where('user_id', '=', userId);
  await (except ? all.where('id', '!=', except) : all).execute();
}
