import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { ConnectorError } from '../errors.ts';
import { isPublic, isWithin, rangesOf } from './ranges.ts';

/** The guard refused the address; no request was made. */
export class ForbiddenNetworkError extends ConnectorError {
  override name = 'ForbiddenNetworkError';
}

/** Prevents addresses that people enter from reaching the server's own private network. */
export interface NetworkGuard {
  /** Throws when the host is written as a forbidden address. Needed besides `lookup`, which Node skips for literals. */
  check(host: string): void;
  /**
   * Resolves a name for `net` and `http`, and fails when any of its addresses is forbidden. The connection uses the
   * addresses checked here, so a name that resolves differently a moment later does not matter.
   */
  lookup: LookupFunction;
}

type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** `allow` lists the private addresses that may be reached, as ranges such as `10.0.0.0/8`. */
export function createNetworkGuard(
  allow: 'none' | 'all' | readonly string[],
  resolve: Resolve = systemLookup,
): NetworkGuard {
  const allowed = rangesOf(allow === 'none' || allow === 'all' ? [] : allow);
  const mayReach = (address: string) => allow === 'all' || isPublic(address) || isWithin(allowed, address);
  const refusal = (host: string) =>
    new ForbiddenNetworkError(
      'forbidden',
      `${host} is a private address. This server doesn’t allow private addresses. Ask your administrator (SHEAF_ALLOW_PRIVATE_NETWORKS).`,
      { isPlain: true },
    );
  // A cache, since every request checks, mostly the same few hosts, and the result for a literal never changes.
  const passed = new Set<string>();
  return {
    check(host) {
      if (passed.has(host)) return;
      const address = literalOf(host);
      if (address !== null && !mayReach(address)) throw refusal(host);
      if (passed.size >= 1000) passed.clear();
      passed.add(host);
    },
    lookup(host, options, done) {
      resolve(host, { ...options, all: true }, (error, addresses) => {
        if (error) return done(error, '');
        const [first] = addresses;
        if (!first) return done(Object.assign(new Error(`No address for ${host}`), { code: 'ENOTFOUND' }), '');
        if (!addresses.every(({ address }) => mayReach(withoutZone(address)))) return done(refusal(host), '');
        if (options.all) done(null, addresses);
        else done(null, first.address, first.family);
      });
    },
  };
}

/** The address that a host name spells out, without DNS, in any notation: `127.1`, `0x7f000001`, `[::1]`. */
function literalOf(host: string): string | null {
  const bare = withoutZone(host.replace(/^\[(.*)\]$/, '$1')).replace(/\.+$/, '');
  if (/^(.*\.)?localhost$/i.test(bare)) return '127.0.0.1';
  const url = URL.parse(`http://${bare.includes(':') ? `[${bare}]` : bare}/`);
  const canonical = url?.hostname.replace(/^\[(.*)\]$/, '$1') ?? '';
  return isIP(canonical) ? canonical : null;
}

const withoutZone = (address: string) => address.replace(/%.*$/, '');
