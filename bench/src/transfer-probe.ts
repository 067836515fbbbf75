import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { clientOf, inParallel } from './probe.ts';
import type { End, Ends } from './transfer-ends.ts';

/**
 * The upper limit for WebDAV: pipes every GET into a PUT, over keep-alive connections, and nothing else. No checks, no
 * hash, no temporary name, no database. Returns the seconds it took.
 */
export async function transferProbe({ from, to, folders, files }: Ends, parallel: number): Promise<number> {
  const agents = [opened(from, parallel), opened(to, parallel)] as const;
  const [source, destination] = agents;
  const began = performance.now();
  await inParallel(folders, parallel, async (path) => {
    const asked = destination.ask('MKCOL', path);
    asked.request.end();
    (await asked.answer).resume();
  });
  const copy = async (path: string) => {
    const get = source.ask('GET', path);
    get.request.end();
    const body = await get.answer;
    const put = destination.ask('PUT', path, { 'content-length': body.headers['content-length']! });
    const [answer] = await Promise.all([put.answer, pipeline(body, put.request)]);
    answer.resume();
  };
  // A server may close a connection that waits just as it is used again.
  await inParallel(files, parallel, (path) => copy(path).catch(() => copy(path)));
  const seconds = (performance.now() - began) / 1000;
  for (const { agent } of agents) agent.destroy();
  return seconds;
}

function opened({ fields, authority }: End, parallel: number) {
  const { agent, request } = clientOf(authority, parallel);
  const authorization = `Basic ${Buffer.from(`${fields.username}:${fields.password}`).toString('base64')}`;
  const ask = (method: string, path: string, headers: Record<string, string> = {}) => {
    const { promise: answer, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = request(fields.address + path, { method, agent, headers: { authorization, ...headers } })
      .on('response', (response) => {
        if (response.statusCode! < 300) resolve(response);
        else reject(new Error(`${method} ${path}: ${response.statusCode}`));
      })
      .on('error', reject);
    return { request: sent, answer };
  };
  return { agent, ask };
}
