import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { Client } from '../../http/client.ts';
import { tokenHash } from '../../platform/secrets/keys.ts';

/** Devices kept per person; the least recently used one is deleted. */
const maxDevices = 20;

/** Records that the person signed in with this browser. */
export async function rememberDevice(tx: Executor, userId: string, client: Client): Promise<void> {
  const device = client.device ?? randomBytes(32).toString('base64url');
  client.keepDevice(device);
  await sql`insert into known_devices (user_id, device_hash) values (${userId}, ${tokenHash(device)})
    on conflict (user_id, device_hash) do update set last_used_at = now()`.execute(tx);
  await sql`delete from known_devices where user_id = ${userId} and device_hash not in (
    select device_hash from known_devices where user_id = ${userId} order by last_used_at desc limit ${maxDevices})`.execute(
    tx,
  );
}

/**
 * Whether the person with this address has signed in with this browser before. Does the same work whether there is such
 * a person or not.
 */
export async function isKnownDevice(db: Executor, email: string, client: Client): Promise<boolean> {
  if (!client.device) return false;
  const { rows } = await sql`select from known_devices d join users u on u.id = d.user_id
    where lower(u.email) = ${email} and d.device_hash = ${tokenHash(client.device)}`.execute(db);
  return rows.length > 0;
}

export async function deleteDevices(tx: Executor, userId: string): Promise<void> {
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute();
}
