import { type ApiKey, type KeyScope, limits } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { notFound, wrongField } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { jobType, onJob } from '../../jobs/queue.ts';
import { sendMail } from '../../jobs/send-mail.ts';
import { newApiKey } from '../../platform/secrets/api-key.ts';
import { tokenHash } from '../../platform/secrets/keys.ts';
import type { KeyUse, Services } from '../../services.ts';
import { audit } from '../audit/index.ts';
import { checkCurrentPassword } from '../auth/index.ts';
import { keyCreatedMail } from './api-keys.mails.ts';
import { presentKey } from './api-keys.present.ts';
import { countKeys, deleteKey, insertKey, listKeys, nameOfWorkspace } from './api-keys.queries.ts';

interface Asked {
  name: string;
  scopes: KeyScope[];
  expires_at?: string | null;
  current_password: string;
}

/**
 * Needs the current password, since a key outlives the session it is created in, and notifies the person by email. The
 * key itself exists only in the answer.
 */
export async function createKey(
  services: Services,
  viewer: Member,
  { name, scopes, expires_at, current_password }: Asked,
): Promise<ApiKey & { key: string }> {
  const { db, config, log } = services;
  const expiresAt = expires_at ? new Date(expires_at) : null;
  if (expiresAt && expiresAt.getTime() <= Date.now()) throw wrongField('expires_at', 'Choose a time in the future');
  await checkCurrentPassword(services, viewer, current_password);
  const key = newApiKey();
  const row = await db.transaction().execute(async (tx) => {
    if ((await countKeys(tx, viewer)) >= limits.apiKeysEach)
      throw wrongField('name', `You already have ${limits.apiKeysEach} API keys here. Revoke one you no longer use.`);
    const workspace = await nameOfWorkspace(tx, viewer);
    await sendMail(tx, viewer.email, keyCreatedMail(viewer.name, { name, scopes, workspace }, config.publicUrl));
    const made = await insertKey(tx, viewer, {
      name,
      scopes,
      key_hash: tokenHash(key),
      prefix: key.slice(0, 'sheaf_'.length + 4),
      last_four: key.slice(-4),
      expires_at: expiresAt,
    });
    await audit(tx, viewer, {
      action: 'api_key_created',
      object: { kind: 'api key', id: made.id, name },
      details: { scopes },
    });
    return made;
  });
  log.info({ user: viewer.id, organization: viewer.membership.organizationId, key: row.id }, 'API key created');
  return { ...presentKey(row), key };
}

export async function revokeKey({ db, log }: Services, viewer: Member, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const name = await deleteKey(tx, viewer, id);
    if (name === undefined) throw notFound('This API key');
    await audit(tx, viewer, { action: 'api_key_revoked', object: { kind: 'api key', id, name } });
  });
  log.info({ user: viewer.id, organization: viewer.membership.organizationId, key: id }, 'API key revoked');
}

export async function keysOf(db: Executor, viewer: Member): Promise<ApiKey[]> {
  return (await listKeys(db, viewer)).map(presentKey);
}

/**
 * Deletes all keys of a person, in every organization. A new password and signing out leave keys alone; this is for an
 * account that was in someone else's hands.
 */
export async function endKeysOf(tx: Executor, userId: string): Promise<void> {
  await tx.deleteFrom('api_keys').where('user_id', '=', userId).execute();
}

/** Records the last use of a key; of simultaneous requests, one writes. */
export function noteKeyUse({ db, log }: Pick<Services, 'db' | 'log'>, { keyId }: KeyUse): void {
  sql`update api_keys set last_used_at = now()
    where id = ${keyId} and (last_used_at is null or last_used_at < now() - interval '1 minute')`
    .execute(db)
    .catch((error) => log.warn({ err: error }, 'use of an API key not dated'));
}

/**
 * Daily: deletes keys that expired 30 days ago. Until then the list shows them, so that their owner sees why a script
 * stopped.
 */
export const deleteExpiredKeys = onJob(
  jobType<object>('api-keys.forget-expired'),
  async (_, { db }) => {
    await sql`delete from api_keys where expires_at < now() - interval '30 days'`.execute(db);
  },
  '52 3 * * *',
);
