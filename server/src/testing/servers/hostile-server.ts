import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestPerson } from '../people.ts';
import { connectWithFields } from '../sign-in/consent.ts';

export const MB = 1024 * 1024;

export interface Served {
  /** The size in the listing. */
  props: string;
  send(response: ServerResponse): void;
}

const response = (href: string, props: string) =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${props}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;

/** A WebDAV server of one folder that may lie about its files. */
export async function startHostileServer(files: Record<string, Served>) {
  const server = createServer((request, answer) => {
    request.resume();
    const file = files[decodeURIComponent(request.url!.slice(1))];
    if (request.method === 'GET' && file) return file.send(answer);
    if (request.method !== 'PROPFIND' || request.url !== '/') return answer.writeHead(404).end();
    const all = request.headers.depth === '0' ? [] : Object.entries(files);
    answer.writeHead(207, { 'content-type': 'application/xml' });
    answer.end(
      `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">${response('/', '<d:resourcetype><d:collection/></d:resourcetype>')}${all
        .map(([name, { props }]) => response(`/${encodeURIComponent(name)}`, `<d:resourcetype/>${props}`))
        .join('')}</d:multistatus>`,
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, stop: () => server.close().closeAllConnections() };
}

/** Sends as much as the client takes, up to 200 MB each time, and counts it. */
export function flood(headers: Record<string, string>) {
  const piece = Buffer.alloc(MB);
  let sent = 0;
  const send = (answer: ServerResponse) => {
    answer.writeHead(200, headers);
    let left = 200;
    const more = () => {
      for (let goesOn = true; goesOn && left > 0 && !answer.destroyed; left--) {
        goesOn = answer.write(piece);
        sent += MB;
      }
      if (left === 0) answer.end();
    };
    answer.on('drain', more);
    more();
  };
  return { send, sent: () => sent };
}

/** Not synced yet. */
export const connectServer = (me: TestPerson, address: string): Promise<string> =>
  connectWithFields(me, 'webdav', { address, username: 'somebody', password: 'secret' });
