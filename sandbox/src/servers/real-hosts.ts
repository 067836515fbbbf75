import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { listen } from '../shared/listen.ts';

interface RealHosts {
  /** The address of the proxy, for HTTPS_PROXY. */
  proxy: string;
  /** The file of the certificate that clients must trust. It is created for this proxy and deleted with it. */
  caFile: string;
  /** Requested hosts that aren’t ours: nothing leaves this machine. */
  refused: ReadonlySet<string>;
  stop(): Promise<void>;
}

/**
 * A proxy through which programs that know a provider's real hosts reach a sandbox: it terminates TLS for each host and
 * passes requests on to the sandbox's address, given by host. Addresses in answers are rewritten to the real host.
 */
export async function startRealHosts(openssl: string, hosts: Readonly<Record<string, string>>): Promise<RealHosts> {
  const own = await mkdtemp(join(tmpdir(), 'sheaf-hosts-'));
  const [keyFile, caFile] = [join(own, 'key.pem'), join(own, 'ca.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = Object.keys(hosts).map((host) => `DNS:${host}`);
  const subject = ['-subj', '/CN=Sheaf sandbox', '-addext', `subjectAltName=${names.join(',')}`];
  execFileSync(openssl, ['req', '-x509', ...kind, ...subject, '-keyout', keyFile, '-out', caFile], { stdio: 'pipe' });
  const [key, cert] = await Promise.all([readFile(keyFile), readFile(caFile)]);

  const refused = new Set<string>();
  const hostOf = new WeakMap<Socket, string>();
  const open = new Set<Socket>();
  const inside = createServer((incoming, outgoing) => {
    const host = hostOf.get(incoming.socket)!;
    passOn(incoming, outgoing, { host, sandbox: hosts[host]! });
  });
  const proxy = createServer((_, outgoing) => outgoing.writeHead(405).end('Only CONNECT'));
  proxy.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    const host = (incoming.url ?? '').replace(/:443$/, '');
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    if (!Object.hasOwn(hosts, host)) {
      refused.add(host);
      return void socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    const secure = new TLSSocket(socket, { isServer: true, key, cert, ALPNProtocols: ['http/1.1'] });
    secure.on('error', () => socket.destroy());
    hostOf.set(secure, host);
    inside.emit('connection', secure);
  });
  const running = await listen(proxy);
  return {
    proxy: running.url,
    caFile,
    refused,
    async stop() {
      for (const socket of open) socket.destroy();
      await running.stop();
      await rm(own, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { host, sandbox }: { host: string; sandbox: string },
): void {
  // A sandbox may serve several hosts, each below its own path.
  const url = new URL(`${sandbox.replace(/\/$/, '')}${incoming.url ?? '/'}`);
  const headers = { ...incoming.headers, host: url.host };
  const forwarded = request(url, { method: incoming.method, headers }, (answer) => {
    const { location } = answer.headers;
    const isOurs = location?.startsWith(`${url.origin}/`);
    const to = isOurs ? { location: `https://${host}${location!.slice(url.origin.length)}` } : {};
    outgoing.writeHead(answer.statusCode!, { ...answer.headers, ...to });
    answer.pipe(outgoing).on('error', () => answer.destroy());
    answer.on('error', () => outgoing.destroy());
  });
  forwarded.on('error', () => outgoing.destroy());
  outgoing.on('close', () => forwarded.destroy());
  incoming.on('error', () => forwarded.destroy());
  incoming.pipe(forwarded);
}
