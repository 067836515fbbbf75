import { hash, verify } from '@node-rs/argon2';

// argon2id with the parameters OWASP names first; about 20 ms on one core, off the event loop.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, parameters);

/** Compared against when there is no such person, so that the answer takes as long. */
let decoy: Promise<string> | undefined;

export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  // One that was made unusable is no hash either.
  const usable = stored?.startsWith('$argon2') ? stored : undefined;
  const matches = await verify(usable ?? (await decoy), password);
  return matches && usable !== undefined;
}
