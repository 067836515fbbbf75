import type { FastifyReply, FastifyRequest } from 'fastify';

const name = 'sheaf_device';
const yearSeconds = 365 * 86_400;

/**
 * Names a browser but grants no access: sign-ins from a browser that signed in before are not slowed down by guesses
 * made elsewhere.
 */
export function readDevice(request: FastifyRequest): string | null {
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1] ?? null;
}

/** Sent only to the calls that sign in, and not readable by scripts. */
export function keepDevice(reply: FastifyReply, device: string, https: boolean): void {
  reply.header(
    'Set-Cookie',
    `${name}=${device}; Path=/api/auth; Max-Age=${yearSeconds}; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`,
  );
}
