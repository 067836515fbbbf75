import type { Call, Role } from '@sheaf/contract';
import { newToken, tokenHash } from '../platform/secrets/keys.ts';
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

/** Always has the same number of digits, so that names sort in the order in which people were made. */
let count = 10_000;

interface Wanted {
  verified?: boolean;
  role?: Role;
  /** Joins this organization instead of getting one of their own. */
  organizationId?: string;
  email?: string;
}

/** A signed-in person, written straight into the database. They have no password; registering is tested on its own. */
export async function person(
  app: { services: Pick<Services, 'db'>; as(headers: Record<string, string>): Call },
  { verified = true, role = 'owner', organizationId, email: given }: Wanted = {},
): Promise<TestPerson> {
  const { db } = app.services;
  const id = newId();
  count += 1;
  const email = given ?? `person${count}@example.com`;
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
  const session = await signIn(db, id, organization);
  return { id, email, organizationId: organization, ...session, call: app.as(session.headers) };
}

/** Starts a session of an existing person; returns the headers of their calls in an organization. */
export async function signIn(db: Services['db'], userId: string, organizationId: string) {
  const [sessionId, token] = [newId(), newToken()];
  await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: userId,
      token_hash: tokenHash(token),
      user_agent: 'test',
      ip: null,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute();
  return { sessionId, token, headers: { Authorization: `Bearer ${token}`, Organization: organizationId } };
}
