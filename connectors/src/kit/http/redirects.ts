import { ConnectorError } from '../errors.ts';
import type { HttpRequest } from './http.ts';

export const maxRedirects = 5;

const followed = new Set(['GET', 'HEAD', 'PROPFIND']);
const redirects = new Set([301, 302, 303, 307, 308]);
const credentials = /^(authorization|cookie|proxy-authorization|x-.*-token)$/i;

/** Whether the response is a redirect to follow, rather than one for the caller to handle. */
export function isRedirect(request: HttpRequest, status: number, location: string | undefined): location is string {
  const repeatable =
    request.body === undefined || typeof request.body === 'string' || request.body instanceof Uint8Array;
  return (
    redirects.has(status) &&
    location !== undefined &&
    request.followRedirects !== false &&
    request.target === undefined &&
    repeatable &&
    followed.has(request.method ?? 'GET')
  );
}

/** The same request at the new address; credentials are removed unless host, port and protocol are the same. */
export function redirected(request: HttpRequest, location: string): HttpRequest {
  const from = new URL(request.url);
  const to = URL.parse(location, from);
  if (to?.protocol !== 'https:' && to?.protocol !== 'http:')
    throw new ConnectorError('unavailable', `${from.host} redirects to something that is not a web address`);
  if (from.protocol === 'https:' && to.protocol === 'http:')
    throw new ConnectorError('forbidden', `${from.host} redirects to ${to.host} without encryption; refused`);
  if (from.origin === to.origin) return { ...request, url: to.href };
  const headers = Object.entries(request.headers ?? {}).filter(
    ([name]) => !credentials.test(name) && name.toLowerCase() !== 'host',
  );
  return { ...request, url: to.href, headers: Object.fromEntries(headers) };
}
