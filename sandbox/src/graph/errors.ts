import { randomUUID } from 'node:crypto';
import type { SandboxResponse } from '../shared/server.ts';

/** Graph's errors by code, with the status and the text it sends with each. */
const refusals = {
  InvalidAuthenticationToken: [401, 'Access token has expired or is not yet valid.'],
  unauthenticated: [401, 'Pre-authenticated addresses take no Authorization header.'],
  accessDenied: [403, 'Access denied'],
  malwareDetected: [403, 'The item was detected as containing malware.'],
  itemNotFound: [404, 'The resource could not be found.'],
  invalidRequest: [400, 'Invalid request'],
  nameAlreadyExists: [409, 'An item with the same name already exists under the parent.'],
  resourceModified: [412, 'The resource has changed since the caller last read it.'],
  invalidRange: [416, 'The specified byte range is invalid or unavailable.'],
  fragmentTooLarge: [413, 'The fragment is larger than 60 MiB.'],
  resyncChangesApplyDifferences: [410, 'Resync required. Replace any local items with the server version.'],
  resyncChangesUploadDifferences: [410, 'Resync required. Upload any local items the service did not return.'],
  resourceLocked: [423, 'The resource is locked by a user or process.'],
  activityLimitReached: [429, 'The app or user has been throttled.'],
  serviceNotAvailable: [503, 'The service is not available.'],
  generalException: [500, 'An unspecified error has occurred.'],
  notSupported: [400, 'The request is not supported by the system.'],
  quotaLimitReached: [507, 'Insufficient space available.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type GraphCode = keyof typeof refusals;

/** Thrown anywhere below the server, which answers it as Graph would. */
export class GraphError extends Error {
  readonly code: GraphCode;
  readonly status: number;
  readonly headers: Record<string, string>;
  constructor(code: GraphCode, message?: string, headers: Record<string, string> = {}) {
    super(message ?? refusals[code][1]);
    this.code = code;
    this.status = refusals[code][0];
    this.headers = headers;
  }
}

export function graphFailure(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): SandboxResponse {
  const innerError = { date: new Date().toISOString(), 'request-id': randomUUID() };
  return jsonAnswer({ error: { code, message, innerError } }, status, headers);
}

export function jsonAnswer(value: unknown, status = 200, headers: Record<string, string> = {}): SandboxResponse {
  const body = JSON.stringify(value);
  const type = 'application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8';
  return { status, headers: { 'content-type': type, ...headers }, body };
}

/** The owner of the exceeded limit, as in Graph’s header. */
export const throttleHeaders = (scope: 'app' | 'user', retryAfter: number): Record<string, string> => ({
  'retry-after': String(retryAfter),
  'x-ms-throttle-scope': `${scope === 'app' ? 'Tenant_Application' : 'User_Application_Tenant'}/ReadWrite/sandbox`,
});

/** A failure requested by a test; a reason is one of Graph’s codes, or the owner of a 429’s limit (`app`, `user`). */
export function failureOnDemand(fault: { status: number; retryAfter?: number; reason?: string }): SandboxResponse {
  const { status, retryAfter, reason } = fault;
  if (status === 429 || reason === 'app' || reason === 'user') {
    const headers = retryAfter === undefined ? {} : throttleHeaders(reason === 'app' ? 'app' : 'user', retryAfter);
    return graphFailure(status, 'activityLimitReached', refusals.activityLimitReached[1], headers);
  }
  const usual = (Object.keys(refusals) as GraphCode[]).find((code) => refusals[code][0] === status);
  const code = reason ?? usual ?? 'generalException';
  const message = Object.hasOwn(refusals, code) ? refusals[code as GraphCode][1] : code;
  return graphFailure(status, code, message, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) });
}
