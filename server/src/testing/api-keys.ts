import type { Call, KeyScope } from '@sheaf/contract';
import { newApiKey } from '../platform/secrets/api-key.ts';
import { tokenHash } from '../platform/secrets/keys.ts';
import { newId } from '../platform/uuid.ts';
import type { TestPerson } from './people.ts';
import type { TestApp } from './test-app.ts';

export interface TestKey {
  id: string;
  key: string;
  headers: Record<string, string>;
  call: Call;
}

/** Writes an API key straight into the database. Creating one is tested on its own. */
export async function apiKeyOf(app: TestApp, owner: TestPerson, ...scopes: KeyScope[]): Promise<TestKey> {
  const [id, key] = [newId(), newApiKey()];
  await app.services.db
    .insertInto('api_keys')
    .values({
      id,
      organization_id: owner.organizationId,
      user_id: owner.id,
      name: 'A key',
      scopes,
      key_hash: tokenHash(key),
      prefix: key.slice(0, 10),
      last_four: key.slice(-4),
    })
    .execute();
  const headers = { Authorization: `Bearer ${key}` };
  return { id, key, headers, call: app.as(headers) };
}
