import type { Call, Role } from '@sheaf/contract';
import { newToken, tokenHash } from '../platform/keys.ts';
import { newId } from '../platform/uuid.ts';
import type { Services } from '../services.ts';

export interface TestPerson {
  id: string;
  email: string;
  token: string;
  sessionId: string;
  organizationId: string;
  headers: Record<string, string>;
  call: Call;
}

/** From the first on with as many digits, so that names sort as people were made. */
let count = 10_000;

interface Wanted {
  verified?: boolean;
  role?: Role;
  /** Joins this organisation instead of getting one of their own. */
  organizationId?: string;
}

/** A signed-in person, written straight into the database. There is no password; registering is tested on its own. */
export async function person(
  app: { services: Pick<Services, 'db'>; as(headers: Record<string, string>): Call },
  { verified = true, role = 'owner', organizationId }: Wanted = {},
): Promise<TestPerson> {
  const { db } = app.services;
  const id = newId();
  count += 1;
  const email = `person${count}@example.com`;
  const token = newToken();
  await db
    .insertInto('users')
    .values({ id, name: `Person ${count}`, email, password_hash: '', email_verified_at: verified ? new Date() : null })
    .execute();
  const organization = organizationId ?? newId();
  if (!organizationId)
    await db
      .insertInto('organizations')
      .values({ id: organization, name: `Organisation ${count}` })
      .execute();
  await db.insertInto('memberships').values({ organization_id: organization, user_id: id, role }).execute();
  const sessionId = newId();
  await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: id,
      token_hash: tokenHash(token),
      user_agent: 'test',
      ip: null,
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  const headers = { Authorization: `Bearer ${token}`, Organization: organization };
  return { id, email, token, sessionId, organizationId: organization, headers, call: app.as(headers) };
}
