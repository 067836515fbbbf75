export { takeAllowance } from './allowance.ts';
export { deleteExpiredLimits } from './delete-expired.ts';
export { admitGuess } from './guesses.ts';
export { network, wideNetwork } from './network.ts';
export { createPace } from './pace.ts';
export { countTry, decrementThrottle, lockTries, resetThrottle, throttle } from './window.ts';
