import { limits } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Database, Executor } from '../../db/pool.ts';
import type { Client } from '../../http/client.ts';
import { sessionIdOf, type Viewer } from '../../http/viewer.ts';
import { newToken, tokenHash } from '../../platform/secrets/keys.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services, SessionUse } from '../../services.ts';
import { auditPerson } from '../audit/index.ts';
import { noteMemberSeen } from '../organizations/index.ts';
import { rememberDevice } from './devices.ts';

/**
 * Starts a session and returns its token, which is stored nowhere else. Returns null if the password is no longer the
 * one that was checked: a reset that overlaps a sign-in with the old password wins.
 */
export async function startSession(
  tx: Executor,
  userId: string,
  client: Client,
  passwordHash: string,
): Promise<string | null> {
  const token = newToken();
  const { numAffectedRows } = await sql`
    insert into sessions (id, user_id, token_hash, user_agent, ip, expires_at)
    select ${newId()}, id, ${tokenHash(token)}, ${client.userAgent}, ${client.ip}, now() + make_interval(days => ${limits.sessionDays})
    from users where id = ${userId} and password_hash = ${passwordHash} for share`.execute(tx);
  if (numAffectedRows !== 1n) return null;
  await rememberDevice(tx, userId, client);
  await auditPerson(tx, { id: userId, from: client }, { action: 'signed_in' });
  return token;
}

export async function signOut(db: Database, viewer: Viewer): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('sessions').where('id', '=', sessionIdOf(viewer)).execute();
    await auditPerson(tx, viewer, { action: 'signed_out' });
  });
}

/** Ends all sessions of a person, or all but one. */
export async function endSessions(tx: Executor, userId: string, except?: string): Promise<void> {
  const all = tx.deleteFrom('sessions').where('user_id', '=', userId);
  await (except ? all.where('id', '!=', except) : all).execute();
}

/** Returns false if the person has no such session. */
export async function endSessionOf(db: Executor, userId: string, sessionId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Extends a session that is used, and records the visit in the workspace. */
export function noteSessionUse({ db, log }: Pick<Services, 'db' | 'log'>, use: SessionUse): void {
  const prolonged = sql`update sessions set last_used_at = now(),
    expires_at = now() + make_interval(days => ${limits.sessionDays}) where id = ${use.sessionId}`.execute(db);
  const seen = use.organizationId && noteMemberSeen(db, use.organizationId, use.userId);
  Promise.all([prolonged, seen]).catch((error) => log.warn({ err: error }, 'session not prolonged'));
}
