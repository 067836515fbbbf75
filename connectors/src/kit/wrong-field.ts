import type { CredentialForm } from './connector.ts';
import type { ConnectorError } from './errors.ts';
import { ForbiddenNetworkError } from './network/guard.ts';

/** Which field of a form an error is about, so that it is shown there; null where none is to blame. */
export function wrongFieldOf({ blames }: CredentialForm, error: ConnectorError): string | null {
  if (error.detail.field !== undefined) return error.detail.field;
  // An address that we may not go to is as wrong as one that nobody answers at.
  return blames[error instanceof ForbiddenNetworkError ? 'unavailable' : error.code] ?? null;
}
