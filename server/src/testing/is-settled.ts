import { setImmediate } from 'node:timers/promises';

/** Whether a promise has resolved by the time all work that is ready now is done. Rejects if the promise rejects. */
export const isSettled = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), setImmediate(false)]);
