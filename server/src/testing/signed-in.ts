import type { auth, DataOf } from '@sheaf/contract';

/** The answer to a password that needs no second factor. */
export function signedIn(data: DataOf<typeof auth.login>): DataOf<typeof auth.register> {
  if (!('auth' in data)) throw new Error('A second factor is asked for.');
  return data;
}
