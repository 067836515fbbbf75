import { hash, verify } from '@node-rs/argon2';

// The first argon2id parameters that OWASP recommends; about 20 ms on one core, off the event loop.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, parameters);

/** Compared with when there is no such person, so that the answer takes as long. */
let decoy: Promise<string> | undefined;

export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  // A password that was made unusable is not a hash.
  const usable = stored?.startsWith('$argon2') ? stored : undefined;
  const matches = await verify(usable ?? (await decoy), password);
  return matches && usable !== undefined;
}
