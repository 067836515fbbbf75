/** The closed list of error codes with their status. docs/errors.md is generated from it. */
export const errorCodes = {
  malformed: {
    status: 400,
    meaning: 'The request couldn’t be read: broken JSON, a wrong content type, a bad header.',
  },
  unauthenticated: { status: 401, meaning: 'There is no session, or it has ended.' },
  invalid_credentials: { status: 401, meaning: 'Wrong email or password.' },
  plan_limit: { status: 402, meaning: 'The workspace’s plan doesn’t allow more of this.' },
  read_only: {
    status: 402,
    meaning: 'A payment is overdue: the workspace can be read, exported and paid for, but not changed.',
  },
  payment_failed: { status: 402, meaning: 'The payment provider declined the card; the message says why.' },
  forbidden: { status: 403, meaning: 'Your role in the workspace doesn’t allow this.' },
  email_not_verified: { status: 403, meaning: 'The email address isn’t verified yet.' },
  two_factor_setup_required: {
    status: 403,
    meaning:
      'The workspace requires two-factor authentication, and you haven’t set it up. API keys answer the same until you have.',
  },
  key_not_allowed: { status: 403, meaning: 'The API key doesn’t have the scope of this call, or no key can make it.' },
  not_found: {
    status: 404,
    meaning:
      'It isn’t there, or it isn’t yours: the answer never tells which. Of a list of ids, `errors` names those; then nothing was done.',
  },
  conflict: { status: 409, meaning: 'Someone else changed it, or its state doesn’t allow this.' },
  over_limits: {
    status: 409,
    meaning: 'The workspace uses more than the chosen plan includes; `errors` names each limit.',
  },
  last_owner: { status: 409, meaning: 'The workspace would be left without an owner.' },
  invitation_expired: { status: 409, meaning: 'The invitation is older than seven days.' },
  invitation_used: { status: 409, meaning: 'The invitation has been accepted already.' },
  invitation_revoked: { status: 409, meaning: 'The invitation was revoked.' },
  wrong_account: { status: 409, meaning: 'The invitation is for another email address than the one signed in.' },
  another_account: {
    status: 409,
    meaning: 'The account that was authorized isn’t the one to reconnect.',
  },
  source_failed: {
    status: 422,
    meaning: 'The app refused or couldn’t be reached; the message says why.',
  },
  ai_failed: {
    status: 503,
    meaning: 'The configured model couldn’t be reached or gave up; the question is kept and can be asked again.',
  },
  too_large: { status: 413, meaning: 'The request body is larger than this call accepts.' },
  validation_failed: { status: 422, meaning: 'Fields are missing or wrong; `errors` names each with its messages.' },
  in_progress: { status: 423, meaning: 'Another request is working on it; Retry-After says when to try again.' },
  rate_limited: { status: 429, meaning: 'Too many requests; Retry-After says how many seconds to wait.' },
  internal: { status: 500, meaning: 'A fault of ours. The request id in the answer finds it in the logs.' },
  unavailable: { status: 503, meaning: 'Starting, stopping or overloaded; try again shortly.' },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** Codes that any call may answer with, so calls don't list them. */
export const sharedErrors = [
  'malformed',
  'too_large',
  'rate_limited',
  'internal',
  'unavailable',
] as const satisfies readonly ErrorCode[];
