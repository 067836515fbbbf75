import { newToken, tokenHash } from '../../server/src/platform/keys.ts';
import type { World } from './world.ts';

export interface Account {
  token: string;
  headers: Record<string, string>;
}

/** Somebody who is signed in, the owner of a workspace of their own. */
export async function addAccount({ pool }: World, name: string, plan: string): Promise<Account> {
  const [token, user, organization] = [newToken(), crypto.randomUUID(), crypto.randomUUID()];
  await pool.query(
    `insert into users (id, name, email, password_hash, email_verified_at) values ($1::uuid, $2, $1::text || '@example.com', '', now())`,
    [user, name],
  );
  await pool.query('insert into organizations (id, name, plan) values ($1, $2, $3)', [organization, name, plan]);
  await pool.query(`insert into memberships (organization_id, user_id, role) values ($1, $2, 'owner')`, [
    organization,
    user,
  ]);
  await pool.query(
    `insert into sessions (id, user_id, token_hash, user_agent, expires_at) values (gen_random_uuid(), $1, $2, '', now() + interval '1 day')`,
    [user, tokenHash(token)],
  );
  return { token, headers: { Authorization: `Bearer ${token}`, Organization: organization } };
}
