import { newPerson } from './people.ts';

/** A server without people opens on sign-up instead of sign-in, so somebody gets an account before the first test. */
export default async function registerFirstPerson(): Promise<void> {
  await newPerson({ verified: false });
}
