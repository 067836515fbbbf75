import type { SandboxResponse } from '../shared/server.ts';

/** Google’s errors in the client’s format; clients act on `reason`. */
const refusals = {
  authError: [401, 'Invalid Credentials'],
  required: [400, 'Required parameter is missing.'],
  invalid: [400, 'Invalid Value'],
  invalidParameter: [400, 'Invalid field selection'],
  badRequest: [400, 'Bad Request'],
  parseError: [400, 'Parse Error'],
  invalidArgument: [400, 'Invalid argument'],
  fieldNotWritable: [403, 'The resource body includes fields which are not directly writable.'],
  forbidden: [403, 'Forbidden'],
  aborted: [409, 'Conflict'],
  insufficientPermissions: [403, 'Request had insufficient authentication scopes.'],
  insufficientFilePermissions: [403, 'The user does not have sufficient permissions for this file.'],
  appNotAuthorizedToFile: [403, 'The user has not granted the app access to the file.'],
  fileNotDownloadable: [403, 'Only files with binary content can be downloaded. Use Export with Docs Editors files.'],
  fileNotExportable: [403, 'Export only supports Docs Editors files.'],
  cannotDownloadFile: [403, 'This file cannot be downloaded by the user.'],
  exportSizeLimitExceeded: [403, 'This file is too large to be exported.'],
  storageQuotaExceeded: [403, "The user's Drive storage quota has been exceeded."],
  cannotAddParent: [403, 'Increasing the number of parents is not allowed'],
  parentNotAFolder: [403, 'The specified parent is not a folder.'],
  cannotCopyFile: [403, 'This file cannot be copied by the user.'],
  rateLimitExceeded: [429, 'Rate Limit Exceeded'],
  userRateLimitExceeded: [403, 'User Rate Limit Exceeded'],
  dailyLimitExceeded: [403, 'Daily Limit Exceeded'],
  downloadQuotaExceeded: [403, 'The download quota for this file has been exceeded.'],
  notFound: [404, 'File not found.'],
  channelNotFound: [404, 'Channel not found.'],
  webhookUrlNotHttps: [400, 'WebHook callback must be HTTPS'],
  generatedIdNotSupported: [400, 'Generated IDs are not supported for Docs Editors formats.'],
  fileIdInUse: [409, 'A file already exists with the provided ID.'],
  uploadGone: [410, 'The upload session has expired.'],
  requestedRangeNotSatisfiable: [416, 'Request range not satisfiable'],
  backendError: [500, 'Backend Error'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type Reason = keyof typeof refusals;

export class GoogleError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly location: string | undefined;
  constructor(reason: Reason, message?: string, location?: string) {
    super(message ?? refusals[reason][1]);
    [this.status] = refusals[reason];
    this.reason = reason;
    this.location = location;
  }
}

/** Limits of the contents of an account or a document, not of the number of calls. */
const notOfUse = new Set([
  'exportSizeLimitExceeded',
  'numChildrenInNonRootLimitExceeded',
  'teamDriveFileLimitExceeded',
]);

export function googleFailure(status: number, reason: string, message: string, location?: string): SandboxResponse {
  const locationType = location === 'Authorization' ? 'header' : 'parameter';
  const where = location === undefined ? {} : { locationType, location };
  const domain = /(LimitExceeded|quotaExceeded|accessNotConfigured)$/.test(reason) ? 'usageLimits' : 'global';
  const errors = [{ message, domain: notOfUse.has(reason) ? 'global' : domain, reason, ...where }];
  return jsonAnswer({ error: { code: status, message, errors } }, status);
}

export function jsonAnswer(value: unknown, status = 200, headers: Record<string, string> = {}): SandboxResponse {
  const body = JSON.stringify(value);
  return { status, headers: { 'content-type': 'application/json; charset=UTF-8', ...headers }, body };
}

/** A failure requested by a test, with the reason Google would give for that status unless the test names one. */
export function failureOnDemand(fault: { status: number; retryAfter?: number; reason?: string }): SandboxResponse {
  const usual: Record<number, Reason> = {
    401: 'authError',
    403: 'userRateLimitExceeded',
    404: 'notFound',
    410: 'uploadGone',
    429: 'rateLimitExceeded',
  };
  const reason = fault.reason ?? usual[fault.status] ?? 'backendError';
  const message = Object.hasOwn(refusals, reason) ? refusals[reason as Reason][1] : reason;
  const answer = googleFailure(fault.status, reason, message);
  if (fault.retryAfter !== undefined) answer.headers = { ...answer.headers, 'retry-after': String(fault.retryAfter) };
  return answer;
}
