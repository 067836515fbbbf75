import type { Executor } from '../../db/pool.ts';
import { wrongField } from '../../errors.ts';
import type { Client } from '../../http/client.ts';
import { admitGuess } from '../../platform/limits/index.ts';
import { passwordMatches } from '../auth/index.ts';

const tooMany = 'Too many attempts. Wait a few minutes, then try again.';

/** As for signing in: guesses are slowed down for the network they come from, and nobody is shut out by those of others. */
export async function checkPassword(
  db: Executor,
  client: Client,
  link: { id: string; password_hash: string },
  password: string,
): Promise<void> {
  const guess = await admitGuess(db, { kind: 'link', whose: link.id, network: client.network }, tooMany);
  if (!(await passwordMatches(link.password_hash, password))) {
    await guess.wasWrong();
    throw wrongField('password', 'That’s not the password of this link');
  }
  await guess.wasRight();
}
