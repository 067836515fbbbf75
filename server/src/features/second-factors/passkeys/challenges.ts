import { randomBytes } from 'node:crypto';
import { limits } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { tokenHash } from '../../../platform/secrets/keys.ts';

/** The purpose of a challenge, and the person who must answer it; null for anyone. */
export interface Asked {
  purpose: 'register' | 'sign_in' | 'second_step';
  userId: string | null;
}

export async function newChallenge(db: Executor, { purpose, userId }: Asked): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  const text = Buffer.from(challenge).toString('base64url');
  await sql`insert into passkey_challenges (challenge_hash, purpose, user_id, expires_at)
    values (${tokenHash(text)}, ${purpose}, ${userId}, now() + make_interval(mins => ${limits.passkeyMinutes}))`.execute(
    db,
  );
  return challenge;
}

/**
 * Single use, also for answers that turn out wrong. False if the challenge is unknown, for another purpose, used or
 * expired.
 */
export async function spendChallenge(db: Executor, challenge: string, { purpose, userId }: Asked): Promise<boolean> {
  const { rows } = await sql<{ is_live: boolean }>`delete from passkey_challenges
    where challenge_hash = ${tokenHash(challenge)} and purpose = ${purpose} and user_id is not distinct from ${userId}
    returning expires_at > now() as is_live`.execute(db);
  return rows[0]?.is_live ?? false;
}
