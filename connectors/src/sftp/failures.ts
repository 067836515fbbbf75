import { ConnectorError, type ConnectorErrorCode, plainError } from '../kit/errors.ts';

/** Status codes of the protocol. 4 is a failure without a reason: the caller has to find out what went wrong. */
const CODES: Readonly<Record<number, [code: ConnectorErrorCode, message: string]>> = {
  2: ['not_found', 'File or folder not found'],
  3: ['forbidden', 'The server doesn’t allow this'],
  4: ['forbidden', 'The server doesn’t say why it failed'],
  8: ['forbidden', 'The server can’t do this'],
};

export function failureOf(error: Error & { code?: unknown }): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const known = typeof error.code === 'number' ? CODES[error.code] : undefined;
  if (known) return plainError(known[0], known[1], { cause: error });
  return new ConnectorError('unavailable', `The connection failed: ${error.message}`, { cause: error });
}

export const isFailure = (error: unknown, code: ConnectorErrorCode): boolean =>
  error instanceof ConnectorError && error.code === code;

/** The protocol's code 4. */
export const isUnexplained = (error: unknown): boolean =>
  error instanceof ConnectorError && (error.cause as { code?: unknown } | undefined)?.code === 4;

export const noSuchItem = () => new ConnectorError('not_found', 'File or folder not found');
