import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** `before`: the call never reaches the server. `after`: the server has answered, and the answer is lost. */
export type ProxyFault = { at: 'before' | 'after' } & ({ status: number; retryAfter?: number } | { cut: true });

export interface FaultyProxy {
  url: string;
  /** Decides what happens to the nth call from now on; replaces the function given before. */
  disturb(look: ((nth: number) => ProxyFault | null) | null): void;
  stop(): Promise<void>;
}

/** A proxy in front of a real HTTP server, under the same path, which makes calls fail that the server would answer. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port, pathname } = new URL(target);
  let look: ((nth: number) => ProxyFault | null) | null = null;
  let calls = 0;

  async function answer(asked: IncomingMessage, given: ServerResponse): Promise<void> {
    const fault = look?.(++calls) ?? null;
    if (fault?.at === 'before') {
      asked.resume();
      await once(asked, 'end');
      return refuse(given, fault);
    }
    const upstream = send({
      host: hostname,
      port,
      method: asked.method,
      path: asked.url,
      headers: asked.headers,
      agent: false,
    });
    const answered = once(upstream, 'response') as Promise<[IncomingMessage]>;
    answered.catch(() => {});
    await pipeline(asked, upstream);
    const [response] = await answered;
    if (fault) {
      response.resume();
      await once(response, 'end');
      return refuse(given, fault);
    }
    given.writeHead(response.statusCode!, response.headers);
    await pipeline(response, given);
  }

  const server = createServer((asked, given) => void answer(asked, given).catch(() => given.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${own}${pathname}`,
    disturb(next) {
      look = next;
      calls = 0;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function refuse(given: ServerResponse, fault: ProxyFault): void {
  if ('cut' in fault) return void given.destroy();
  const { status, retryAfter } = fault;
  given.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }).end();
}
