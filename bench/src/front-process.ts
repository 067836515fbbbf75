import { readFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/**
 * Forwards connections, delays every byte of the answers by some milliseconds without limiting the throughput, and ends TLS
 * where it is given a key and a certificate: `node front-process.ts <port to forward to> <milliseconds> [key file] [certificate
 * file]`. Prints the port it listens on, and ends with its parent.
 */
const [port, ms, keyFile, certificateFile] = process.argv.slice(2);
const [to, delayMs] = [Number(port), Number(ms)];
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

function forward(client: Socket): void {
  const upstream = connect({ port: to, host: '127.0.0.1', noDelay: true });
  client.pipe(upstream);
  if (delayMs > 0) delayed(upstream, client);
  else upstream.pipe(client);
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const)
    one.on('error', () => other.destroy());
}

const server: Server =
  keyFile && certificateFile
    ? createTlsServer({ key: readFileSync(keyFile), cert: readFileSync(certificateFile), noDelay: true }, forward)
    : createServer({ noDelay: true }, forward);
server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port));
process.stdin.resume().on('end', () => process.exit());
