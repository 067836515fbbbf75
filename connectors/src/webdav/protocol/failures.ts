import { ConnectorError, type ConnectorErrorCode, plainError } from '../../kit/errors.ts';
import type { HttpResponse } from '../../kit/http/http.ts';

const CODES: Readonly<Record<number, [code: ConnectorErrorCode, message: string]>> = {
  // A password can’t be refreshed; only the person can correct it.
  401: ['auth_revoked', 'The server refuses the username or the password'],
  403: ['forbidden', 'The server doesn’t allow this'],
  404: ['not_found', 'File or folder not found'],
  // For PUT, MKCOL, MOVE and COPY, the destination folder is missing.
  409: ['not_found', 'Folder not found'],
  410: ['not_found', 'File or folder not found'],
  412: ['conflict', 'Something with that name already exists'],
  413: ['forbidden', 'The server doesn’t accept files of that size'],
  416: ['conflict', 'The file is shorter than it was'],
  // Nextcloud locks a file while someone writes it.
  423: ['unavailable', 'The file is locked'],
  429: ['rate_limited', 'The server asks Sheaf to slow down'],
  507: ['quota_full', 'The account is full'],
};

export function failureOf(method: string, { status, headers }: Pick<HttpResponse, 'status' | 'headers'>) {
  const retryAfterMs = waitOf(headers['retry-after']);
  const detail = { ...(retryAfterMs !== undefined && { retryAfterMs }) };
  const [code, message] = CODES[status] ?? [status < 500 && status >= 400 ? 'forbidden' : 'unavailable', undefined];
  return message
    ? plainError(code, message, detail)
    : new ConnectorError(code, `The server answers ${method} with ${status}`, detail);
}

function waitOf(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined;
  const seconds = Number(retryAfter);
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
