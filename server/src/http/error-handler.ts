import type { Socket } from 'node:net';
import { type ErrorBody, type ErrorCode, errorCodes } from '@sheaf/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isConnectionLost } from '../db/lost-connection.ts';
import { AppError, tooSlow } from '../errors.ts';
import type { Redact } from '../platform/secrets/redaction.ts';
import { securityHeaders } from './security-headers.ts';

/** All errors leave in one shape, which never includes internals such as stacks, SQL or tokens. */
export function handleErrors(app: FastifyInstance, redact: Redact): void {
  app.setErrorHandler(async (error: FastifyError | AppError, request, reply) => {
    const known = error instanceof AppError ? error : translate(error);
    if (known.status >= 500) request.log.error({ err: error }, 'request failed');
    else if (known.cause !== undefined) request.log.info({ err: known.cause }, 'request refused');
    if (known.code === 'rate_limited') await app.refusals.hold(request, reply);
    send(known, request, reply, redact);
    return reply;
  });
  app.setNotFoundHandler((request, reply) => send(new AppError('not_found', 'Endpoint not found.'), request, reply));
}

/** Errors of Fastify before it has found a route: an address it cannot decode, or a parameter that is far too long. */
export function refuseAddress(_: Error, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ ...securityHeaders, 'Cache-Control': 'no-store' });
  send(new AppError('malformed', 'This address can’t be read.'), request, reply);
}

/** Errors of Node before there is a request: headers that are too large, or bytes that are not HTTP. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const body = JSON.stringify({
    message: tooLarge ? 'The headers of the request are too large.' : 'The request can’t be read.',
    code: 'malformed',
  } satisfies ErrorBody);
  socket.end(
    `HTTP/1.1 ${tooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request'}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function send(error: AppError, request: FastifyRequest, reply: FastifyReply, redact: Redact = (text) => text): void {
  const body: ErrorBody = { message: redact(error.message), code: error.code };
  if (error.details.errors) body.errors = error.details.errors;
  if (error.status >= 500) body.request_id = request.id;
  if (error.details.retryAfter) reply.header('Retry-After', Math.ceil(error.details.retryAfter));
  if (error.details.challenge) reply.header('WWW-Authenticate', error.details.challenge);
  reply.code(error.status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** Fastify's own refusals, in our words. */
function translate(error: FastifyError): AppError {
  // A referenced row was deleted between the check and the write.
  if (error.code === '23503') return new AppError('not_found', 'This no longer exists.');
  const slow = tooSlow(error);
  if (slow) return slow;
  const code = isConnectionLost(error) || isUnreachable(error) ? 'unavailable' : codeOf(error.statusCode ?? 500);
  const message: Partial<Record<ErrorCode, string>> = {
    malformed: 'The request can’t be read. It must be valid JSON.',
    too_large: 'The request is too large.',
    unavailable: 'Sheaf is busy. Try again in a moment.',
    internal: 'Something went wrong on our side. Try again.',
  };
  return new AppError(code, message[code] ?? error.message, code === 'unavailable' ? { retryAfter: 2 } : {});
}

function codeOf(status: number): ErrorCode {
  if (status === 415) return 'malformed';
  const code = (Object.keys(errorCodes) as ErrorCode[]).find((key) => errorCodes[key].status === status);
  return code ?? (status < 500 ? 'malformed' : 'internal');
}

/** A service that we depend on, such as the bucket. */
function isUnreachable({ code, syscall }: { code?: string; syscall?: string }): boolean {
  return syscall === 'connect' || code === 'ECONNRESET' || code === 'EPIPE';
}
