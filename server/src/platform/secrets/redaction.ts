/** Returns the text without secrets. */
export type Redact = (text: string) => string;

const redacted = '[hidden]';

/** Shorter secrets would match parts of ordinary words. */
const minSecretLength = 6;

/**
 * Hides these secrets wherever they occur, as they are, in JSON and in addresses. A provider may quote our key when it
 * refuses a call, so everything that is logged, traced or shown passes through here.
 */
export function redactorOf(secrets: Iterable<string | undefined>, minLength = minSecretLength): Redact {
  const long = [...secrets].filter((secret) => secret !== undefined && secret.length >= minLength) as string[];
  const forms = new Set(long.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), inAddress(secret)]));
  if (forms.size === 0) return (text) => text;
  // The longest first, because one secret may be the start of another.
  const patterns = [...forms]
    .sort((a, b) => b.length - a.length)
    .map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  const anySecret = new RegExp(patterns.join('|'), 'g');
  return (text) => text.replace(anySecret, redacted);
}

const inAddress = (secret: string): string => encodeURIComponent(secret.toWellFormed());

const maxCauses = 5;

/** Hides secrets in the message and the stack of an error and its causes, and returns the same error. */
export function redactError(error: unknown, redact: Redact, depth = 0): unknown {
  if (!(error instanceof Error) || depth > maxCauses) return error;
  const { message, cause } = error;
  const safe = redact(message);
  // The stack starts with the message.
  if (safe !== message) {
    // The message of some errors, such as DOMException, can't be assigned.
    Object.defineProperty(error, 'message', { value: safe, configurable: true, writable: true });
    Object.defineProperty(error, 'stack', { value: redact(error.stack ?? ''), configurable: true, writable: true });
  }
  redactError(cause, redact, depth + 1);
  return error;
}

/** Hides secrets in every text of a JSON value. */
export function redactTexts(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((one) => redactTexts(one, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [redact(key), redactTexts(one, redact)]));
}
