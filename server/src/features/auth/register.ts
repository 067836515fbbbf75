import { limits, type User } from '@sheaf/contract';
import type { Database, Executor } from '../../db/pool.ts';
import { AppError, isUniqueViolation, wrongField } from '../../errors.ts';
import type { Client } from '../../http/client.ts';
import { sendMail } from '../../jobs/send-mail.ts';
import { countTry, decrementThrottle, lockTries, throttle } from '../../platform/limits/index.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { auditIn, auditPerson } from '../audit/index.ts';
import { createOrganization } from '../organizations/index.ts';
import { verificationMail } from './auth.mails.ts';
import { presentUser } from './auth.present.ts';
import { findUserByEmail, insertUser } from './auth.queries.ts';
import { issueCode } from './codes.ts';
import { hashPassword } from './passwords.ts';
import { startSession } from './sessions.ts';

export interface SignedIn {
  auth: { token: string };
  user: User;
}

const hour = 3600;
const tooMany = 'Too many sign-ups from your network. Try again later.';
/** How often one network may learn that an address is taken, so that no one can look up who has an account. */
const taken = { times: 30, seconds: hour };
/** New accounts per network: each one mails a code to an unverified address. */
const created = { times: 300, seconds: hour };

interface Newcomer {
  name: string;
  email: string;
  password: string;
  /** Whether the address is already verified, so that no code is sent. */
  verified: boolean;
}

/** Fits the limit of workspace names, and cuts no character in half. */
const firstWorkspaceName = (name: string) => `${[...name].slice(0, limits.nameMax / 2).join('')}'s workspace`;

const takenAddress = () => wrongField('email', 'This email already has an account');

/** Creates a person with a first workspace of their own. */
export async function register(
  services: Services,
  client: Client,
  person: Omit<Newcomer, 'verified'>,
): Promise<SignedIn> {
  const { db, config } = services;
  await refuseTaken(db, client, person.email);
  const tries = `register ${client.network}`;
  await throttle(db, tries, created, tooMany);
  try {
    return await createAccount(services, client, { ...person, verified: false }, async (tx, userId) => {
      const name = firstWorkspaceName(person.name);
      const id = await createOrganization(tx, userId, { name, plan: config.plan });
      const object = { kind: 'workspace' as const, id, name };
      await auditIn(tx, id, { ...person, id: userId, from: client }, { action: 'workspace_created', object });
    });
  } catch (error) {
    await decrementThrottle(db, tries);
    if (isUniqueViolation(error)) throw takenAddress();
    throw error;
  }
}

/** Counts only answers that an address is taken, under a lock, so that simultaneous requests can't exceed the limit. */
async function refuseTaken(db: Database, client: Client, email: string): Promise<void> {
  const key = `register-taken ${client.network}`;
  const isTaken = await db.transaction().execute(async (tx) => {
    const { count, wait } = await lockTries(tx, key, taken.seconds);
    if (count >= taken.times)
      throw new AppError('rate_limited', tooMany, { retryAfter: wait, limit: 'register-taken' });
    if (!(await findUserByEmail(tx, email))) return false;
    await countTry(tx, key, taken.seconds);
    return true;
  });
  if (isTaken) throw takenAddress();
}

/**
 * Creates the person, their place in an organization, the session and the mail with the code in one transaction. Throws
 * a unique violation if the address is taken, which the caller turns into a message.
 */
export async function createAccount(
  services: Services,
  client: Client,
  { name, email, password, verified }: Newcomer,
  findPlace: (tx: Executor, userId: string) => Promise<void>,
): Promise<SignedIn> {
  const { db, keys } = services;
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
    await auditPerson(tx, { id: user.id, from: client }, { action: 'account_created' });
    const token = (await startSession(tx, user.id, client, password_hash))!;
    if (!verified) {
      const code = await issueCode(tx, keys, user.id, 'verify_email', user.email);
      await sendMail(tx, user.email, verificationMail(user.name, code));
    }
    return { auth: { token }, user: presentUser(user) };
  });
}
