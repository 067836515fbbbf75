/** The text without the secrets it quotes. */
export type Redact = (text: string) => string;

const redacted = '[hidden]';

/** Shorter ones are parts of ordinary words. */
const minSecretLength = 6;

/**
 * Hides these secrets wherever they stand, as they are, in JSON and in an address. A provider may quote our key in its
 * refusal, so whatever leaves for a log, a trace or a screen passes through here.
 */
export function redactorOf(secrets: Iterable<string | undefined>, minLength = minSecretLength): Redact {
  const long = [...secrets].filter((secret) => secret !== undefined && secret.length >= minLength) as string[];
  const forms = new Set(long.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), inAddress(secret)]));
  if (forms.size === 0) return (text) => text;
  // The longest first: one secret may be the beginning of another.
  const patterns = [...forms]
    .sort((a, b) => b.length - a.length)
    .map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  const anySecret = new RegExp(patterns.join('|'), 'g');
  return (text) => text.replace(anySecret, redacted);
}

const inAddress = (secret: string): string => encodeURIComponent(secret.toWellFormed());

const maxCauses = 5;

/** Hides secrets in the message and the stack of an error and of what caused it, and answers the same error. */
export function redactError(error: unknown, redact: Redact, depth = 0): unknown {
  if (!(error instanceof Error) || depth > maxCauses) return error;
  const { message, cause } = error;
  const safe = redact(message);
  // The stack begins with the message.
  if (safe !== message) {
    // Of some errors, such as DOMException, the message can't be assigned to.
    Object.defineProperty(error, 'message', { value: safe, configurable: true, writable: true });
    Object.defineProperty(error, 'stack', { value: redact(error.stack ?? ''), configurable: true, writable: true });
  }
  redactError(cause, redact, depth + 1);
  return error;
}

/** Hides secrets in every text of a value that comes from JSON. */
export function redactTexts(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((one) => redactTexts(one, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [redact(key), redactTexts(one, redact)]));
}
