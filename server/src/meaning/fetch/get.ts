import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getSafe } from 'node:https';

/**
 * Node’s own `fetch` ends the whole program if a server closes the connection while its answer waits to be written to
 * the disk (an assertion in undici, seen with Python’s http.server).
 */
export function get(url: string, headers: Record<string, string>, signal?: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const ask = url.startsWith('https:') ? getSafe : getPlain;
    ask(url, { headers: { 'user-agent': 'Sheaf', 'accept-encoding': 'identity', ...headers }, signal }, resolve).once(
      'error',
      reject,
    );
  });
}
