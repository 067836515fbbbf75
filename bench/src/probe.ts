import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { DavServer } from './dav-server.ts';

/** Sheaf's request to a server that is not a Nextcloud. */
const listing =
  '<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:"><d:prop><d:resourcetype/><d:getcontentlength/>' +
  '<d:getlastmodified/><d:getetag/><d:getcontenttype/></d:prop></d:propfind>';

/**
 * The upper limit: only the requests of a sync, over keep-alive connections. Answers are discarded as they arrive; no
 * XML, no hash, no database, no disk. Returns the seconds it took.
 */
export async function probe(server: DavServer, parallel: number, what: { contents: boolean }): Promise<number> {
  const { agent, request } = clientOf(server.authority, parallel);
  const authorization = `Basic ${Buffer.from(`${server.username}:${server.password}`).toString('base64')}`;
  const ask = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    new Promise<void>((resolve, reject) => {
      const all = { authorization, ...headers };
      request(server.url + path, { method, agent, headers: all }, (response) => {
        if (response.statusCode! >= 300) reject(new Error(`${method} ${path}: ${response.statusCode}`));
        response.resume().on('end', resolve);
      })
        .on('error', reject)
        .end(body);
    });
  const list = { depth: '1', 'content-type': 'application/xml; charset=utf-8' };
  const began = performance.now();
  await inParallel(server.folders, parallel, (path) => ask('PROPFIND', path, list, listing));
  if (what.contents) await inParallel(server.files, parallel, (path) => ask('GET', path, {}));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return seconds;
}

/** By TLS where the server has a certificate. */
export function clientOf(authority: string | undefined, maxSockets: number) {
  const options = { keepAlive: true, maxSockets };
  if (!authority) return { agent: new http.Agent(options), request: http.request };
  return { agent: new https.Agent({ ...options, ca: readFileSync(authority) }), request: https.request };
}

export async function inParallel<T>(
  items: readonly T[],
  parallel: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await work(items[next++]!);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}
