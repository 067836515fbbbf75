import { ApiError } from '@sheaf/contract';

/** What was asked for does not exist, or not any more, or not for whoever asks. */
export const isAbsent = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 422);
