import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports below the range of ephemeral ports, so that no connection and no other server gets the port before its server
 * listens there. Processes start at different ports, and each port is used once.
 */
const [lowest, count] = [10_000, 10_000];
let next = (process.pid * 97) % count;

/** A port on the loopback interface for a server that can’t choose one itself. */
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
