import { type auth, contract, type DataOf } from '@sheaf/contract';
import { Secret, TOTP } from 'otpauth';
import { hashPassword } from '../../features/auth/index.ts';
import { person, type TestPerson } from '../people.ts';
import type { TestApp } from '../test-app.ts';

export const password = 'correct horse battery';

/** Somebody with a password. */
export async function withPassword(app: TestApp, wanted: Parameters<typeof person>[1] = {}): Promise<TestPerson> {
  const one = await person(app, wanted);
  const password_hash = await hashPassword(password);
  await app.services.db.updateTable('users').set({ password_hash }).where('id', '=', one.id).execute();
  return one;
}

/** The current code of the authenticator app, which is valid for at least half a minute. */
export const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** Turns two-factor authentication on for a person with a password. */
export async function turnOn(app: TestApp, who: TestPerson) {
  const { twoFactor } = contract;
  const { secret } = (await who.call(twoFactor.begin, { body: { current_password: password } })).data;
  const { recovery_codes } = (await who.call(twoFactor.confirm, { body: { code: codeOf(secret) } })).data;
  /** Acts as if half a minute had passed since the last code, so that the current one is unused. */
  const freshCode = async () => {
    await app.services.pool.query('update two_factor set last_step = 0 where user_id = $1', [who.id]);
    return codeOf(secret);
  };
  return { secret, recoveryCodes: recovery_codes, freshCode };
}

/** The first of two steps; returns the token for the second. */
export async function firstStep(app: TestApp, email: string, given = password) {
  const { data } = await app.as()(contract.auth.login, { body: { email, password: given } });
  if (!('two_factor_required' in data)) throw new Error('The password alone has signed in.');
  return data;
}

/** Signs in with a password that needs no second factor. */
export function signedIn(data: DataOf<typeof auth.login>): DataOf<typeof auth.register> {
  if (!('auth' in data)) throw new Error('A second factor is asked for.');
  return data;
}
