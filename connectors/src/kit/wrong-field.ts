import type { CredentialForm } from './connector.ts';
import type { ConnectorError } from './errors.ts';
import { ForbiddenNetworkError } from './network/guard.ts';

/** The form field that an error is about, so that it is shown there; null if none is. */
export function wrongFieldOf({ blames }: CredentialForm, error: ConnectorError): string | null {
  if (error.detail.field !== undefined) return error.detail.field;
  // An address that the guard forbids is as wrong as one without a server.
  return blames[error instanceof ForbiddenNetworkError ? 'unavailable' : error.code] ?? null;
}
