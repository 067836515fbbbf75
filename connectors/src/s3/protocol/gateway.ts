import type { AccountContext } from '../../kit/connector.ts';
import { ConnectorError } from '../../kit/errors.ts';
import type { HttpRequest, HttpResponse } from '../../kit/http/http.ts';
import type { S3Fields } from '../auth.ts';
import { isErrorDocument } from './documents.ts';
import { failureOf, isExplained, regionOf } from './failures.ts';
import { createFeatures, type Feature, type Features } from './features.ts';
import { type ListPage, readListing } from './listing.ts';
import { queryString, sha256, signed } from './signature.ts';
import { addressOf, inRegion, type Store, storeOf } from './store.ts';

export interface S3Request extends Pick<HttpRequest, 'signal' | 'idleMs'> {
  method: string;
  /** The full key; null for the bucket itself. */
  key: string | null;
  query?: Record<string, string>;
  /** Headers in lower case. */
  headers?: Record<string, string>;
  /** Headers that are left out if the store refuses a request because of them. */
  optional?: { feature: Feature; headers: Record<string, string> };
  body?: string | Uint8Array;
  /** The hash of the body in hex, if known already. */
  payloadHash?: string;
  /** Statuses to return; any other is thrown as a ConnectorError. */
  accept: readonly number[];
  /** Prevents retries if the store is unreachable. */
  once?: boolean;
  /** The root element of a success document: servers in trouble answer with all kinds of pages. */
  root?: string;
}

export interface ListRequest {
  prefix: string;
  delimiter?: string;
  /** The token of the previous page. */
  next?: Readonly<Record<string, string>> | null;
  startAfter?: string;
  maxKeys?: number;
  signal?: AbortSignal;
  once?: boolean;
}

export interface Gateway {
  fields(): Promise<S3Fields>;
  store(): Promise<Store>;
  features: Features;
  send(request: S3Request): Promise<HttpResponse>;
  /** The body of the answer as text; an error in an answer with status 200 is thrown too. */
  document(request: S3Request): Promise<{ status: number; headers: HttpResponse['headers']; document: string }>;
  list(request: ListRequest): Promise<ListPage>;
}

const maxAttempts = 3;
const maxErrorBytes = 64 * 1024;

const isRefusal = (status: number) => status === 400 || status === 501;

/** Speaks S3: signs every request, sends it to the bucket’s region, and classifies refusals. */
export function createGateway(account: AccountContext): Gateway {
  const features = createFeatures(account);
  let known: Promise<{ fields: S3Fields; store: Store }> | undefined;
  const current = () => {
    known ??= account.fields().then((typed) => {
      const fields = typed as S3Fields;
      return { fields, store: storeOf(fields) };
    });
    return known;
  };

  async function sendOnce(store: Store, fields: S3Fields, request: S3Request): Promise<HttpResponse> {
    const { method, key, query = {}, headers = {}, body, signal, idleMs } = request;
    const { origin, host, path } = addressOf(store, key);
    const payloadHash = request.payloadHash ?? sha256(body ?? '');
    const target = Object.keys(query).length === 0 ? path : `${path}?${queryString(query)}`;
    return account.http.send({
      method,
      url: origin + target,
      target,
      headers: signed({ method, host, path, query, headers, payloadHash }, fields, store.region, account.now()),
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
      ...(idleMs !== undefined && { idleMs }),
      followRedirects: false,
    });
  }

  async function attempt(request: S3Request): Promise<HttpResponse> {
    const { optional, headers, accept } = request;
    const isOffered = optional !== undefined && (await features.has(optional.feature));
    const sent = isOffered ? { ...request, headers: { ...headers, ...optional.headers } } : request;
    for (let attempts = 1; ; attempts++) {
      const { fields, store } = await current();
      const response = await sendOnce(store, fields, sent);
      const mayBeOptional = isOffered && isRefusal(response.status);
      if (!mayBeOptional && accept.includes(response.status)) return response;
      const document = await response.text(maxErrorBytes).catch(() => '');
      const region = regionOf(response, document);
      if (region !== null && region !== store.region && attempts < maxAttempts) {
        known = Promise.resolve({ fields, store: inRegion(store, region) });
        await account.remember({ region });
      } else if (mayBeOptional && !isExplained(document)) return withoutOptional(request, optional.feature);
      else throw failureOf(store, response, document, account.now());
    }
  }

  /** The optional headers caused the refusal only if leaving them out makes a difference. */
  async function withoutOptional({ optional: _left, ...request }: S3Request, feature: Feature): Promise<HttpResponse> {
    const response = await attempt(request);
    if (!isRefusal(response.status)) await features.lacks(feature);
    return response;
  }

  async function listed(asked: ListRequest): Promise<ListPage> {
    const isSecond = await features.has('list-v2');
    const query = {
      ...(isSecond && { 'list-type': '2' }),
      'encoding-type': 'url',
      prefix: asked.prefix,
      ...(asked.delimiter && { delimiter: asked.delimiter }),
      ...(asked.startAfter && { [isSecond ? 'start-after' : 'marker']: asked.startAfter }),
      ...(asked.maxKeys && { 'max-keys': String(asked.maxKeys) }),
      ...asked.next,
    };
    const signal = asked.signal && { signal: asked.signal };
    const page = await readListing((await attempt({ method: 'GET', key: null, query, accept: [200], ...signal })).body);
    if (!isSecond || page.version === 2) return page;
    await features.lacks('list-v2');
    // The store ignored the start of the page.
    return asked.startAfter ? listed(asked) : page;
  }

  const paced = <T>(request: Pick<S3Request, 'once' | 'signal'>, work: () => Promise<T>) =>
    account.call(work, { once: request.once, ...(request.signal && { signal: request.signal }) });

  return {
    features,
    fields: async () => (await current()).fields,
    store: async () => (await current()).store,
    send: (request) => paced(request, () => attempt(request)),
    document: (request) =>
      paced(request, async () => {
        const response = await attempt(request);
        const document = await response.text();
        if (response.status === 200 && isErrorDocument(document))
          throw failureOf((await current()).store, { status: 500, headers: {} }, document, account.now());
        if (response.status === 200 && request.root && !document.includes(`<${request.root}`))
          throw new ConnectorError('unavailable', 'The store’s answer can’t be read.');
        return { status: response.status, headers: response.headers, document };
      }),
    list: (asked) => paced(asked, () => listed(asked)),
  };
}

export const noSuchItem = () => new ConnectorError('not_found', 'File or folder not found.');
