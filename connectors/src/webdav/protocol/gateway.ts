import type { AccountContext } from '../../kit/connector.ts';
import { ConnectorError } from '../../kit/errors.ts';
import type { HttpRequest, HttpResponse } from '../../kit/http/http.ts';
import type { WebdavFields } from '../auth.ts';
import { failureOf } from './failures.ts';
import { type DavResource, readMultistatus } from './multistatus.ts';
import { createSignIn } from './sign-in.ts';

export interface DavRequest extends Pick<HttpRequest, 'body' | 'signal' | 'idleMs'> {
  method: string;
  url: string;
  headers?: Record<string, string>;
  /** Statuses to return; any other is thrown as a ConnectorError. */
  accept: readonly number[];
  /** True for a body that can be sent only once. */
  once?: boolean;
}

export interface Gateway {
  fields(): Promise<WebdavFields>;
  send(request: DavRequest): Promise<HttpResponse>;
  /** Sends a request and ignores the body of the answer. */
  command(request: DavRequest): Promise<number>;
  /** `url` is the final address, after redirects. */
  propfind(ask: Propfind): Promise<{ resources: DavResource[]; url: string }>;
}

export interface Propfind {
  url: string;
  depth: 0 | 1;
  props: string;
  method?: 'PROPFIND' | 'SEARCH';
  signal?: AbortSignal;
  /** Not retried, because it tests whether there is a server at all. */
  once?: boolean;
}

/** Speaks WebDAV: sends credentials with every request, classifies statuses, and parses multistatus answers. */
export function createGateway(account: AccountContext): Gateway {
  let known: Promise<WebdavFields> | undefined;
  const fields = () => {
    known ??= account.fields() as Promise<WebdavFields>;
    return known;
  };
  const signIn = createSignIn(account.http, fields);

  async function attempt({ accept, ...request }: DavRequest): Promise<HttpResponse> {
    const response = await signIn.send(request);
    if (accept.includes(response.status)) return response;
    await response.discard();
    throw failureOf(request.method, response);
  }

  return {
    fields,
    send: ({ once, ...request }) =>
      account.call(() => attempt(request), { once, ...(request.signal && { signal: request.signal }) }),
    command: ({ once, ...request }) =>
      account.call(
        async () => {
          const response = await attempt(request);
          await response.discard();
          return response.status;
        },
        { once, ...(request.signal && { signal: request.signal }) },
      ),
    propfind: ({ url, depth, props, method = 'PROPFIND', signal, once }) =>
      account.call(
        async () => {
          const headers = { depth: String(depth), 'content-type': 'application/xml; charset=utf-8' };
          const response = await attempt({ method, url, headers, body: props, accept: [207], signal });
          return { resources: await readMultistatus(response.body), url: response.url };
        },
        { once, ...(signal && { signal }) },
      ),
  };
}

export const noSuchItem = () => new ConnectorError('not_found', 'File or folder not found');
