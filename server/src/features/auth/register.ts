import { limits, type User } from '@sheaf/contract';
import type { Executor } from '../../db/pool.ts';
import { isUniqueViolation, wrongField } from '../../errors.ts';
import type { Client } from '../../http/route.ts';
import { sendMail } from '../../jobs/send-mail.ts';
import { throttle } from '../../platform/throttle.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { createOrganization } from '../organizations/index.ts';
import { verificationMail } from './auth.mails.ts';
import { presentUser } from './auth.present.ts';
import { insertUser } from './auth.queries.ts';
import { issueCode } from './codes.ts';
import { hashPassword } from './passwords.ts';
import { startSession } from './sessions.ts';

export interface SignedIn {
  auth: { token: string };
  user: User;
}

interface Newcomer {
  name: string;
  email: string;
  password: string;
  /** The address is proven already: no code is sent. */
  verified: boolean;
}

/** Never longer than a workspace's name may be, and no character cut in half. */
const firstWorkspaceName = (name: string) => `${[...name].slice(0, limits.nameMax / 2).join('')}'s workspace`;

/** With a first workspace of one's own. */
export async function register(
  services: Services,
  client: Client,
  person: Omit<Newcomer, 'verified'>,
): Promise<SignedIn> {
  try {
    return await createAccount(services, client, { ...person, verified: false }, async (tx, userId) => {
      await createOrganization(tx, userId, { name: firstWorkspaceName(person.name) });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw wrongField('email', 'This address already has an account');
    throw error;
  }
}

/**
 * Person, place in an organisation, session and code mail in one transaction: all of it happens, or nothing.
 * A taken address is a unique violation, for the caller to put into words.
 */
export async function createAccount(
  services: Services,
  client: Client,
  { name, email, password, verified }: Newcomer,
  findPlace: (tx: Executor, userId: string) => Promise<void>,
): Promise<SignedIn> {
  const { db, keys } = services;
  await throttle(
    db,
    `register ${client.network}`,
    { times: 30, seconds: 3600 },
    'Too many registrations from your network. Please try again later.',
  );
  const password_hash = await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    const user = await insertUser(tx, {
      id: newId(),
      name,
      email,
      password_hash,
      email_verified_at: verified ? new Date() : null,
    });
    await findPlace(tx, user.id);
    const token = (await startSession(tx, user.id, client, password_hash))!;
    if (!verified) {
      const code = await issueCode(tx, keys, user.id, 'verify_email', user.email);
      await sendMail(tx, user.email, verificationMail(user.name, code));
    }
    return { auth: { token }, user: presentUser(user) };
  });
}
