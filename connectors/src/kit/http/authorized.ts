import type { AccountContext } from '../connector.ts';
import { ConnectorError } from '../errors.ts';
import type { HttpRequest, HttpResponse } from './http.ts';

/**
 * Calls with the account’s token. A token that the service rejects is renewed once; two rejections in a row mean that
 * access was withdrawn.
 */
export async function sendAuthorized(
  account: AccountContext,
  service: string,
  request: HttpRequest,
): Promise<HttpResponse> {
  const withToken = (token: string) =>
    account.http.send({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });
  const token = await account.token();
  const response = await withToken(token);
  if (response.status !== 401) return response;
  await response.discard();
  const fresh = await account.token({ rejected: token });
  // A stream can’t be sent a second time; the caller starts over.
  if (typeof request.body === 'object' && !(request.body instanceof Uint8Array))
    throw new ConnectorError('unavailable', 'The token had expired');
  const again = await withToken(fresh);
  if (again.status !== 401) return again;
  await again.discard();
  throw new ConnectorError('auth_revoked', `${service} refuses a token it has just issued`);
}
