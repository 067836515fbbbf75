import { newPerson } from './people.ts';

/** An installation without people opens on sign-up instead of sign-in: somebody has an account before the first test. */
export default async function registerFirstPerson(): Promise<void> {
  await newPerson({ verified: false });
}
