import { type ErrorCode, errorCodes } from '@sheaf/contract';

interface Details {
  /** Messages per field, for forms. */
  errors?: Record<string, string[]>;
  /** Seconds until another attempt makes sense. */
  retryAfter?: number;
  /** Which limit refused the request, for the metrics; there are only a few. */
  limit?: string;
  /** How to authenticate: the header WWW-Authenticate. */
  challenge?: string;
  /** The error that caused it, for the log. */
  cause?: unknown;
}

/** An answer other than success, with a message for the person who made the request. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Details;
  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = errorCodes[code].status;
    this.details = details;
  }
}

/** Absent or not yours: the same words, so that nobody learns which. */
export const notFound = (what: string) =>
  new AppError('not_found', `${what} doesn’t exist, or you don’t have access to it.`);

/** How messages name the things in a list of ids, and the field of the list if the call has one. */
interface Listed {
  one: string;
  many: string;
  field?: string;
}
/** Enough for any list but the longest; the answer stays short. */
const maxNamed = 500;

/** Throws unless every one of these ids was found. The message is for people; `errors` names the ids for programs. */
export function mustFindAll(ids: readonly string[], found: Iterable<string>, { one, many, field }: Listed): void {
  const known = new Set(found);
  const asked = new Set(ids);
  const missing = [...asked].filter((id) => !known.has(id));
  if (missing.length === 0) return;
  const message =
    asked.size === 1
      ? `This ${one} doesn’t exist, or you don’t have access to it.`
      : missing.length === 1
        ? `One of these ${many} doesn’t exist, or you don’t have access to it. Reload the page and try again.`
        : `${missing.length} of these ${many} don’t exist, or you don’t have access to them. Reload the page and try again.`;
  throw new AppError('not_found', message, field ? { errors: { [field]: missing.slice(0, maxNamed) } } : {});
}

/** The error for a value that only the server can judge, in the same shape as other wrong fields. */
export const wrongField = (field: string, message: string) =>
  new AppError('validation_failed', message, { errors: { [field]: [message] } });

/** PostgreSQL reports that a unique index already has this value. */
export const isUniqueViolation = (error: unknown): boolean => (error as { code?: string } | null)?.code === '23505';

/** The error if PostgreSQL canceled a statement of a request because it took too long; null for other errors. */
export const tooSlow = (error: unknown): AppError | null =>
  (error as { code?: string } | null)?.code === '57014'
    ? new AppError(
        'unavailable',
        'This took too long and was stopped. Try again in a moment, or ask for less at once.',
        {
          retryAfter: 5,
        },
      )
    : null;
