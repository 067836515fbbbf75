import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Keys of one installation's sandbox. */
export interface SandboxKeys {
  stripe: { secretKey: string; webhookSecret: string };
  /** Whether a request for the apps and their secrets comes from a process of the same installation. */
  isOurs(authorization: string | undefined): boolean;
}

/**
 * Derived from the key that all processes of an installation share; random without one, because no other process needs
 * it.
 */
export function sandboxKeys(key: string = randomBytes(32).toString('hex')): SandboxKeys {
  const derive = (purpose: string) => createHmac('sha256', key).update(purpose).digest('hex').slice(0, 32);
  const expected = createHmac('sha256', key).update(`Bearer ${key}`).digest();
  return {
    stripe: { secretKey: `sk_test_${derive('stripe')}`, webhookSecret: `whsec_${derive('stripe webhook')}` },
    isOurs: (given = '') => timingSafeEqual(createHmac('sha256', key).update(given).digest(), expected),
  };
}
