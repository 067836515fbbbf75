import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

export interface HttpRequest {
  method?: string;
  url: string;
  headers?: Record<string, string>;
  /** A stream is sent as it is read, and destroyed when the request fails; it emits `sent` for each piece that left our memory. */
  body?: string | Uint8Array | Readable;
  signal?: AbortSignal;
  /** Milliseconds without a byte in either direction after which the request is given up; 60 s unless told. */
  idleMs?: number;
  /** Follows redirects of GET, HEAD and PROPFIND, at most five, without credentials on another host. Default: yes. */
  followRedirects?: boolean;
}

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** After redirects. */
  url: string;
  /** Has to be read to the end or destroyed; the methods below do. */
  body: Readable;
  /** The body as text, refused beyond 16 MiB unless told. */
  text(mostBytes?: number): Promise<string>;
  /** The body as JSON; anything else is `unavailable`: providers answer with garbage when they are ill. */
  json<T>(): Promise<T>;
  /** Reads and forgets the body, so that the connection can be used again. */
  discard(): Promise<void>;
}

/** One request over kept-alive connections. A connection that fails or stalls is a ConnectorError `unavailable`. */
export interface HttpClient {
  send(request: HttpRequest): Promise<HttpResponse>;
}
