import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below those that systems give to whoever asks for any, so that no connection and no other server gets it before the
 * server it is for listens there. Processes begin at different ones, and each port is given once.
 */
const [lowest, count] = [10_000, 10_000];
let next = (process.pid * 97) % count;

/** A port of the loopback for a server that has to be given one. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < count; tries++) {
    const port = lowest + next;
    next = (next + 1) % count;
    const server = createServer();
    const isFree = once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.listen(port, '127.0.0.1');
    if (!(await isFree)) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new Error(`No port from ${lowest} to ${lowest + count - 1} is free.`);
}
