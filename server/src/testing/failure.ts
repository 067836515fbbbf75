import { ApiError } from '@sheaf/contract';
import { expect } from 'vitest';

/** The error a call ends with; a call that succeeds fails the test. */
export async function failure(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.then(
    () => 'success',
    (reason) => reason,
  );
  expect(outcome).toBeInstanceOf(ApiError);
  return outcome;
}
