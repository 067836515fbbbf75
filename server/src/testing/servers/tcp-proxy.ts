import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/**
 * Decides about data that a client sends; 'cut' ends the connection instead, 'lose' ends it once the server answers.
 */
type Look = (bytes: Buffer) => Promise<'pass' | 'cut' | 'lose'>;

export interface TcpProxy {
  port: number;
  /** Cuts every connection and refuses new ones until `open` is called. */
  close(): void;
  open(): void;
  /** How many connections were refused so far. */
  refused(): number;
  /** Called before each piece that any client sends from now on. */
  watch(look: Look | null): void;
  stop(): Promise<void>;
}

/** A proxy in front of a server that can't be disturbed otherwise. */
export async function startTcpProxy(target: NetConnectOpts): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isOpen = true;
  let refused = 0;
  let look: Look | null = null;
  const server = createServer((client) => {
    if (!isOpen) {
      refused++;
      client.destroy();
      return;
    }
    const upstream = connect(target);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    upstream.pipe(client);
    client.on('end', () => upstream.end());
    client.on('data', (bytes) => {
      if (!look) return void upstream.write(bytes);
      client.pause();
      void look(bytes).then((verdict) => {
        if (verdict === 'cut') return void client.destroy();
        if (verdict === 'lose')
          upstream
            .unpipe(client)
            .once('data', () => client.destroy())
            .resume();
        upstream.write(bytes);
        client.resume();
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    close() {
      isOpen = false;
      cut();
    },
    open() {
      isOpen = true;
    },
    refused: () => refused,
    watch(next) {
      look = next;
    },
    async stop() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
