import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where a server listens: unless given, on any free port, and only this machine can reach it. */
export interface ServerAddress {
  port?: number;
  /** The address to listen on. */
  host?: string;
  /** The name in the addresses that it gives to programs. */
  name?: string;
  /** The name in the addresses that it gives to browsers. */
  publicName?: string;
}

export interface RunningServer {
  url: string;
  /** The same for browsers, which may know it by another name. */
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
