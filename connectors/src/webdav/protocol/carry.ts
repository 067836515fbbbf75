import { ConnectorError } from '../../kit/errors.ts';
import { failureOf } from './failures.ts';
import type { Gateway } from './gateway.ts';
import { PLAIN_PROPFIND } from './requests.ts';

/** The addresses of the item to move or copy and of its destination, where nothing is overwritten. */
export interface Carrying {
  method: 'MOVE' | 'COPY';
  from: string;
  to: string;
  headers?: Record<string, string>;
  accept: readonly number[];
}

export type Carry = (carrying: Carrying) => Promise<number>;

/**
 * If a proxy in front of a server terminates TLS, the server (for example Apache) knows itself by http. It mistakes an
 * https destination for another server and answers 502; after that it gets the http address.
 */
export function createCarry(gateway: Gateway): Carry {
  let isBehindTls = false;
  return async ({ method, from, to, headers, accept }) => {
    const send = (destination: string) =>
      gateway.command({
        method,
        url: from,
        headers: { destination, overwrite: 'F', ...headers },
        accept: [...accept, 502],
        once: true,
      });
    const plain = to.replace(/^https:/, 'http:');
    const status = await send(isBehindTls ? plain : to);
    if (status !== 502) return status;
    const canTry = !isBehindTls && plain !== to;
    // A proxy may also have lost the answer of a server that executed the request.
    const again = canTry && (await isThere(gateway, from)) ? await send(plain) : status;
    if (again === 502) throw failureOf(method, { status, headers: {} });
    isBehindTls = true;
    return again;
  };
}

async function isThere(gateway: Gateway, url: string): Promise<boolean> {
  try {
    return (await gateway.propfind({ url, depth: 0, props: PLAIN_PROPFIND })).resources.length > 0;
  } catch (error) {
    if (error instanceof ConnectorError && error.code === 'not_found') return false;
    throw error;
  }
}
