import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { network } from '../platform/limits/index.ts';
import { keepDevice, readDevice } from './device-cookie.ts';

/** Where a request came from. */
export interface Origin {
  ip: string;
  userAgent: string;
}

/** The same, for session lists and throttling. */
export interface Client extends Origin {
  /** The address as far as throttling goes: of IPv6 everybody has a whole /64. */
  network: string;
  /** It asked for server-sent events. */
  takesEvents: boolean;
  /** The browser, as its cookie names it; null where it has none yet. */
  device: string | null;
  /** Has the browser keep this name. */
  keepDevice(device: string): void;
}

/** Of the person, as the proxies in front tell; of the peer where what they tell is none. */
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
