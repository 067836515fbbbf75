import { randomBytes } from 'node:crypto';
import type { FaultAction } from '../shared/faults.ts';
import type { SandboxResponse } from '../shared/server.ts';

/** Box’s errors in the client’s format; clients act on `code`. */
const refusals = {
  bad_request: [400, 'Bad Request'],
  bad_digest: [400, 'The specified content-md5 did not match what we received'],
  digest_mismatch: [400, 'File digest was incorrect'],
  parts_mismatch: [400, 'The list of parts does not match what was uploaded'],
  file_size_too_small: [400, 'File is too small for an upload session'],
  metadata_after_file_contents: [400, 'Metadata part must precede the file contents'],
  item_name_invalid: [400, 'Item name invalid'],
  item_name_too_long: [400, 'Item name too long'],
  cyclical_folder_structure: [400, 'Folder move creates cyclical folder structure'],
  folder_not_empty: [400, 'Cannot delete – folder not empty'],
  insufficient_scope: [403, 'The request requires higher privileges than provided by the access token.'],
  access_denied_insufficient_permissions: [403, 'Access denied - insufficient permission'],
  forbidden: [403, 'Forbidden'],
  storage_limit_exceeded: [403, 'Account storage limit reached'],
  not_found: [404, 'Not Found'],
  trashed: [404, 'Item is trashed'],
  method_not_allowed: [405, 'Method Not Allowed'],
  item_name_in_use: [409, 'Item with the same name already exists'],
  range_overlaps_existing_range: [409, 'The range overlaps one that was uploaded'],
  operation_blocked_temporary: [409, 'The operation is blocked by another ongoing operation'],
  precondition_failed: [412, 'The resource has been modified. Please retrieve the resource again and retry'],
  range_not_valid: [416, 'The content range is not one of this session'],
  rate_limit_exceeded: [429, 'Request rate limit exceeded, please try again later'],
  internal_server_error: [500, 'Internal Server Error'],
  unavailable: [503, 'Unavailable'],
} as const satisfies Record<string, readonly [number, string]>;

export type BoxCode = keyof typeof refusals;

/** Thrown anywhere below the server, which answers it as Box would. */
export class BoxError extends Error {
  override name = 'BoxError';
  readonly code: BoxCode;
  readonly contextInfo: object | undefined;

  constructor(code: BoxCode, message: string = refusals[code][1], contextInfo?: object) {
    super(message);
    this.code = code;
    this.contextInfo = contextInfo;
  }
}

/** The body of a 401 is empty: a header has all the information. */
export class Unauthorized extends Error {
  readonly hasExpired: boolean;
  constructor(hasExpired: boolean) {
    super('unauthorized');
    this.hasExpired = hasExpired;
  }
}

export function refuse(error: unknown): SandboxResponse {
  if (error instanceof Unauthorized) {
    const why = error.hasExpired ? 'The access token provided has expired.' : 'The access token provided is invalid.';
    const challenge = `Bearer realm="Service", error="invalid_token", error_description="${why}"`;
    return { status: 401, headers: { 'www-authenticate': challenge } };
  }
  if (!(error instanceof BoxError)) return boxFailure(500, 'internal_server_error', String(error));
  return boxFailure(refusals[error.code][0], error.code, error.message, error.contextInfo);
}

/** A failure requested by a test; its reason is one of Box’s codes. 202 isn’t an error: Box is not ready yet. */
export function failureOnDemand({ status, retryAfter, reason }: FaultAction & { kind: 'status' }): SandboxResponse {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  if (status === 202) return { status, headers };
  const known = Object.entries(refusals).find(([, [its]]) => its === status)?.[0];
  const code = reason ?? known ?? 'internal_server_error';
  const failure = boxFailure(status, code, Object.hasOwn(refusals, code) ? refusals[code as BoxCode][1] : code);
  return { ...failure, headers: { ...failure.headers, ...headers } };
}

function boxFailure(status: number, code: string, message: string, contextInfo?: object): SandboxResponse {
  const body = {
    type: 'error',
    status,
    code,
    ...(contextInfo && { context_info: contextInfo }),
    help_url: 'http://developers.box.com/docs/#errors',
    message,
    request_id: randomBytes(8).toString('hex'),
  };
  return jsonAnswer(body, status);
}

export const jsonAnswer = (body: unknown, status = 200): SandboxResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
