import { connect, type Socket } from 'node:net';
import { ConnectorError } from '../errors.ts';
import type { NetworkGuard } from './guard.ts';
import { unreachable } from './unreachable.ts';

/** Opens raw connections that the guard allows. A connection that fails or takes too long is `unavailable`. */
export function createDial(
  guard: NetworkGuard,
  { connectMs = 20_000 }: { connectMs?: number } = {},
): (host: string, port: number) => Promise<Socket> {
  return async (host, port) => {
    guard.check(host);
    const socket = connect({ host, port, lookup: guard.lookup, noDelay: true, keepAlive: true });
    return new Promise((resolve, reject) => {
      const failed = (error: Error) => {
        clearTimeout(timer);
        socket.destroy();
        reject(error instanceof ConnectorError ? error : unreachable(`${host}:${port}`, error));
      };
      const timer = setTimeout(() => failed(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })), connectMs);
      socket.once('error', failed);
      socket.once('connect', () => {
        clearTimeout(timer);
        socket.off('error', failed);
        resolve(socket);
      });
    });
  };
}
