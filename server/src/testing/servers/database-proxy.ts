import type pg from 'pg';
import { inject } from 'vitest';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

export interface DatabaseProxy extends Pick<TcpProxy, 'open' | 'close' | 'refused' | 'watch' | 'stop'> {
  /** The same database, reached through the proxy. */
  url(database: string): string;
}

/** A proxy between a program and the PostgreSQL of the tests, which others use too and which must not restart. */
export async function startDatabaseProxy(): Promise<DatabaseProxy> {
  const target = targetOf(inject('postgres'));
  const proxy = await startTcpProxy(target.address);
  return {
    ...proxy,
    url: (database) => `postgres://${target.credentials}@127.0.0.1:${proxy.port}/${database}`,
  };
}

function targetOf({ connectionString, host, port, user, password }: pg.ClientConfig) {
  if (connectionString) {
    const url = new URL(connectionString);
    const credentials = url.password ? `${url.username}:${url.password}` : url.username;
    return { address: { host: url.hostname, port: Number(url.port || 5432) }, credentials };
  }
  const address = host?.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host: host!, port: port! };
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : '';
  return { address, credentials: `${user}${secret}` };
}
