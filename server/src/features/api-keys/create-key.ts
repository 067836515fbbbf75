import { type ApiKey, type KeyScope, limits } from '@sheaf/contract';
import { wrongField } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { sendMail } from '../../jobs/send-mail.ts';
import { newApiKey } from '../../platform/api-key.ts';
import { tokenHash } from '../../platform/keys.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/index.ts';
import { checkCurrentPassword } from '../auth/index.ts';
import { keyCreatedMail } from './api-keys.mails.ts';
import { presentKey } from './api-keys.present.ts';
import { countKeys, insertKey, nameOfWorkspace } from './api-keys.queries.ts';

interface Asked {
  name: string;
  scopes: KeyScope[];
  expires_at?: string | null;
  current_password: string;
}

/**
 * Needs the current password: a key outlives the session it is created in. The person is told by mail. The answer is the
 * only place where the key itself exists.
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
