import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

export function findTwoFactor(db: Executor, userId: string) {
  return db
    .selectFrom('two_factor')
    .select(['secrets', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Replaces an unconfirmed set-up. False if it is confirmed already and stays. */
export async function startTwoFactor(tx: Executor, userId: string, secrets: Buffer): Promise<boolean> {
  const { rows } = await sql`insert into two_factor as t (user_id, secrets) values (${userId}, ${secrets})
    on conflict (user_id) do update set secrets = excluded.secrets, started_at = now()
    where t.confirmed_at is null returning user_id`.execute(tx);
  return rows.length === 1;
}

/** Confirms without an app: passkeys are the second factor. False if it is on already. */
export async function confirmWithoutApp(tx: Executor, userId: string): Promise<boolean> {
  const { rows } =
    await sql`insert into two_factor as t (user_id, secrets, confirmed_at) values (${userId}, null, now())
    on conflict (user_id) do update set secrets = null, confirmed_at = now()
    where t.confirmed_at is null returning user_id`.execute(tx);
  return rows.length === 1;
}

/** False if there is no set-up to confirm, or it has another secret by now. */
export async function confirmTwoFactor(
  tx: Executor,
  userId: string,
  { secrets, step }: { secrets: Buffer; step: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update two_factor set confirmed_at = now(), last_step = ${step}
    where user_id = ${userId} and secrets = ${secrets} and confirmed_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** False if the code of this or a later period was used before. Concurrent requests wait for each other. */
export async function spendStep(tx: Executor, userId: string, step: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update two_factor set last_step = ${step}
    where user_id = ${userId} and confirmed_at is not null and last_step < ${step}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Also deletes the recovery codes. */
export async function deleteTwoFactor(tx: Executor, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('two_factor').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows === 1n;
}
