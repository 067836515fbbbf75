import type { Executor } from '../../db/pool.ts';
import { deletePasskeysOf } from './passkeys/passkeys.queries.ts';
import { deleteTwoFactor } from './two-factor.queries.ts';

/** Authenticator app, recovery codes and passkeys: only the password is left. */
export async function deleteAllFactors(tx: Executor, userId: string): Promise<void> {
  await deleteTwoFactor(tx, userId);
  await deletePasskeysOf(tx, userId);
}
