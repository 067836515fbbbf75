import { type DestinationStream, type LoggerOptions, pino, stdTimeFunctions } from 'pino';
import { type Redact, redactTexts } from './secrets/redaction.ts';

const hidden = ['password', 'password_confirmation', 'current_password', 'token', 'secret', 'authorization', 'cookie'];

/**
 * Structured logs, one JSON object per line. Fields with secret names are hidden, and secrets that `redact` knows by
 * value.
 */
export function createLogger(level: string, redact: Redact = (text) => text, destination?: DestinationStream) {
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp: stdTimeFunctions.isoTime,
    redact: { paths: hidden.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
    serializers: {
      // Never headers or bodies; of the address only the pattern, because ids, slugs and queries can be secrets.
      req: (request) => ({ method: request.method, route: request.routeOptions?.url, ip: request.ip }),
      res: (reply) => ({ status: reply.statusCode }),
      // No other properties of an error: a lost connection carries its client with all keys.
      err: ({ name, message, code, stack }) => ({ name, message, code, stack }),
    },
    hooks: { streamWrite: (line: string) => withoutSecrets(line, redact) },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Keeps the line valid JSON, whatever a secret looks like. */
function withoutSecrets(line: string, redact: Redact): string {
  return redact(line) === line ? line : `${JSON.stringify(redactTexts(JSON.parse(line), redact))}\n`;
}
