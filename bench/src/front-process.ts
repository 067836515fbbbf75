import { connect, createServer, type Socket } from 'node:net';

/**
 * Forwards connections and delays every byte of the answers by some milliseconds, without limiting the throughput:
 * `node delay-proxy.ts <port to forward to> <milliseconds>`. Prints the port it listens on, and ends with its parent.
 */
const [to, delayMs] = process.argv.slice(2).map(Number) as [number, number];
const maxHeld = 8 * 1024 * 1024;

function delayed(from: Socket, into: Socket): void {
  let held = 0;
  from.on('data', (chunk) => {
    held += chunk.length;
    if (held > maxHeld) from.pause();
    setTimeout(() => {
      held -= chunk.length;
      if (!into.destroyed) into.write(chunk);
      if (from.isPaused() && held < maxHeld / 2) from.resume();
    }, delayMs);
  });
  from.on('end', () => setTimeout(() => into.end(), delayMs));
}

const server = createServer({ noDelay: true }, (client) => {
  const upstream = connect({ port: to, host: '127.0.0.1', noDelay: true });
  client.pipe(upstream);
  delayed(upstream, client);
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const)
    one.on('error', () => other.destroy());
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port));
process.stdin.resume().on('end', () => process.exit());
