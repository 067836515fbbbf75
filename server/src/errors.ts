import { type ErrorCode, errorCodes } from '@sheaf/contract';

interface Details {
  /** Messages per field, for forms. */
  errors?: Record<string, string[]>;
  /** Seconds until another try makes sense. */
  retryAfter?: number;
  /** Which limit refused it, for the metrics; one of few. */
  limit?: string;
  /** How to prove who one is: the header WWW-Authenticate. */
  challenge?: string;
  /** What it came from, for the log. */
  cause?: unknown;
}

/** An answer other than success, with a message for the person who asked. */
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

/** How messages name what a list of ids stands for, and the list itself where a call has one. */
interface Listed {
  one: string;
  many: string;
  field?: string;
}
/** Enough for any list but the longest; the answer stays short. */
const maxNamed = 500;

/** Every one of these ids was found, or nothing is done: the message is for people, `errors` names the ids for programs. */
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

/** A value that only the server can judge, told like any other wrong field. */
export const wrongField = (field: string, message: string) =>
  new AppError('validation_failed', message, { errors: { [field]: [message] } });

/** PostgreSQL says that a unique index holds this value already. */
export const isUniqueViolation = (error: unknown): boolean => (error as { code?: string } | null)?.code === '23505';

/** PostgreSQL canceled a statement of a request because it took too long; null: it was something else. */
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
