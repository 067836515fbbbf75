import { type DestinationStream, type LoggerOptions, pino, stdTimeFunctions } from 'pino';
import { type Redact, redactTexts } from './secrets/redaction.ts';

const hidden = ['password', 'password_confirmation', 'current_password', 'token', 'secret', 'authorization', 'cookie'];

/** Structured logs, one JSON object a line; whatever is secret by its name is left out, and what `redact` knows by its value. */
export function createLogger(level: string, redact: Redact = (text) => text, destination?: DestinationStream) {
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp: stdTimeFunctions.isoTime,
    redact: { paths: hidden.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
    serializers: {
      // Never headers or bodies; of the address only the pattern, since ids, slugs and queries can be secrets.
      req: (request) => ({ method: request.method, route: request.routeOptions?.url, ip: request.ip }),
      res: (reply) => ({ status: reply.statusCode }),
      // Not whatever hangs on an error: a lost connection carries its client, key and all.
      err: ({ name, message, code, stack }) => ({ name, message, code, stack }),
    },
    hooks: { streamWrite: (line: string) => withoutSecrets(line, redact) },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** The line stays JSON whatever a secret looks like. */
function withoutSecrets(line: string, redact: Redact): string {
  return redact(line) === line ? line : `${JSON.stringify(redactTexts(JSON.parse(line), redact))}\n`;
}
