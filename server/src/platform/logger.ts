import { pino, stdTimeFunctions } from 'pino';

const hidden = ['password', 'password_confirmation', 'current_password', 'token', 'secret', 'authorization', 'cookie'];

/** Structured logs, one JSON object a line; whatever is secret by its name is left out. */
export function createLogger(level: string) {
  return pino({
    level,
    base: undefined,
    timestamp: stdTimeFunctions.isoTime,
    redact: { paths: hidden.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
    serializers: {
      // Never headers or bodies; of the address only the pattern, since ids, slugs and queries can be secrets.
      req: (request) => ({ method: request.method, route: request.routeOptions?.url, ip: request.ip }),
      res: (reply) => ({ status: reply.statusCode }),
      // Not whatever hangs on an error: a lost connection carries its client, key and all.
      err: ({ name, message, code, stack }: Error & { code?: string }) => ({ name, message, code, stack }),
    },
  });
}
