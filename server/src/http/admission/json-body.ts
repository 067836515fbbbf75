import { limits } from '@sheaf/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';

/**
 * More than a call needs, and few enough to parse and check in no time. A call that accepts more bytes also accepts
 * more keys.
 */
export const jsonLimits = { keys: 500, keysOfLarge: 2_500, values: 5_000, depth: 20 } as const;

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Counts keys, values and depth in one pass over the text without parsing it, and stops at the first limit. Text that
 * is not JSON is left to the parser.
 */
export function withinJsonLimits(text: string, maxKeys: number = jsonLimits.keys): boolean {
  let [keys, values, depth] = [0, 1, 0];
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        break;
      case colon:
        keys += 1;
        break;
      case comma:
        values += 1;
        break;
      case openBrace:
      case openBracket:
        depth += 1;
        values += 1;
        break;
      case closeBrace:
      case closeBracket:
        depth -= 1;
    }
    if (keys > maxKeys || values > jsonLimits.values || depth > jsonLimits.depth) return false;
  }
  return true;
}

/** The position of the closing quote of the string that starts here, or of the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

const maxKeysOf = ({ routeOptions }: FastifyRequest): number =>
  (routeOptions.bodyLimit ?? 0) > limits.bodyBytes ? jsonLimits.keysOfLarge : jsonLimits.keys;

/** A POST without a body is fine even if the client announces JSON; `__proto__` keys are refused. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else if (!withinJsonLimits(body as string, maxKeysOf(request)))
      done(new AppError('too_large', 'The request has too many fields, or they are nested too deeply.'));
    else void parse(request, body as string, done);
  });
}
