import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { network } from '../platform/limits/index.ts';
import { keepDevice, readDevice } from './device-cookie.ts';

/** Where a request came from. */
export interface Origin {
  ip: string;
  userAgent: string;
}

/** The origin with what session lists and throttling need. */
export interface Client extends Origin {
  /** The network that throttling counts for: with IPv6, everyone has a whole /64. */
  network: string;
  /** Whether the client accepts server-sent events. */
  takesEvents: boolean;
  /** The browser, as its cookie names it; null if it has none yet. */
  device: string | null;
  /** Stores this name in the browser. */
  keepDevice(device: string): void;
}

/** The person's address according to the proxies in front, or the peer's if that is not an address. */
function addressOf(request: FastifyRequest): string {
  return isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? '');
}

export const networkOf = (request: FastifyRequest): string => network(addressOf(request));

export const originOf = (request: FastifyRequest): Origin => ({
  ip: addressOf(request),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
});

export function clientOf(request: FastifyRequest, reply: FastifyReply, https: boolean): Client {
  return {
    ...originOf(request),
    network: networkOf(request),
    takesEvents: (request.headers.accept ?? '').includes('text/event-stream'),
    device: readDevice(request),
    keepDevice: (device) => keepDevice(reply, device, https),
  };
}
