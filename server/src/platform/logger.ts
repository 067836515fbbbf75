import { pino, stdTimeFunctions } from 'pino';

const hidden = [
  'password',
  'password_confirmation',
  'current_password',
  'token',
  'code',
  'secret',
  'authorization',
  'cookie',
];

/** Structured logs, one JSON object a line; whatever is secret by its name is left out. */
export function createLogger(level: string) {
  return pino({
    level,
    base: undefined,
    timestamp: stdTimeFunctions.isoTime,
    redact: { paths: hidden.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
    serializers: {
      // Never headers or bodies; the address without its query, which may carry a signature or a code.
      req: (request) => ({ method: request.method, url: String(request.url).split('?')[0], ip: request.ip }),
      res: (reply) => ({ status: reply.statusCode }),
      // Not whatever hangs on an error: a lost connection carries its client, key and all.
      err: ({ name, message, code, stack }: Error & { code?: string }) => ({ name, message, code, stack }),
    },
  });
}
