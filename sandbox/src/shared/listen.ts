import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The address of a server; by default any free port, reachable only from this machine. */
export interface ServerAddress {
  port?: number;
  /** The address to listen on. */
  host?: string;
  /** The host name in its addresses for programs. */
  name?: string;
  /** The host name in its addresses for browsers. */
  publicName?: string;
}

export interface RunningServer {
  url: string;
  /** The address for browsers, which may use another name. */
  publicUrl: string;
  stop(): Promise<void>;
}

export async function listen(server: Server, address: ServerAddress = {}): Promise<RunningServer> {
  const { port: wanted = 0, host = '127.0.0.1', name = '127.0.0.1', publicName = name } = address;
  server.listen(wanted, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${name}:${port}`,
    publicUrl: `http://${publicName}:${port}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
