import type { FastifyReply, FastifyRequest } from 'fastify';

const name = 'sheaf_device';
const yearSeconds = 365 * 86_400;

/** Names a browser, and lets nobody in: whoever signed in with it before is not slowed down by guesses made elsewhere. */
export function readDevice(request: FastifyRequest): string | null {
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1] ?? null;
}

/** Sent back to the calls that sign in only, and out of reach of scripts. */
export function keepDevice(reply: FastifyReply, device: string, https: boolean): void {
  reply.header(
    'Set-Cookie',
    `${name}=${device}; Path=/api/auth; Max-Age=${yearSeconds}; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`,
  );
}
