import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

export interface HttpRequest {
  method?: string;
  url: string;
  /**
   * The path and query to send unchanged, if a URL would resolve their dots: `/bucket/a/../b`. Redirects aren’t
   * followed.
   */
  target?: string;
  headers?: Record<string, string>;
  /** A stream is destroyed when the request fails; it emits `sent` for each piece that was handed to the system. */
  body?: string | Uint8Array | Readable;
  signal?: AbortSignal;
  /** The request fails after this many milliseconds without a byte in either direction; 60 s by default. */
  idleMs?: number;
  /** Follows up to five redirects of GET, HEAD and PROPFIND, without credentials to another host. True by default. */
  followRedirects?: boolean;
}

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** The final address, after redirects. */
  url: string;
  /** Must be read to the end or destroyed; the methods below do so. */
  body: Readable;
  /** The body as text; more than `maxBytes` (16 MiB by default) is an error. */
  text(maxBytes?: number): Promise<string>;
  /** The body as JSON; anything else is `unavailable`, since providers in trouble answer with all kinds of pages. */
  json<T>(): Promise<T>;
  /** Reads and ignores the body, so that the connection can be reused. */
  discard(): Promise<void>;
}

/** One request over kept-alive connections. A connection that fails or stalls is a ConnectorError `unavailable`. */
export interface HttpClient {
  send(request: HttpRequest): Promise<HttpResponse>;
}
