import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { certificate, key } from './certificate.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A web server on this machine that answers with `answer`; `sockets` are the connections it has accepted. */
export async function startHttpServer(answer: Answer, scheme: 'http' | 'https' = 'http') {
  const sockets: Socket[] = [];
  const server = scheme === 'http' ? createServer(answer) : createSecureServer({ cert: certificate, key }, answer);
  server.on('connection', (socket: Socket) => sockets.push(socket));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    port,
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
