import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';
import type { HttpResponse } from '../kit/http/http.ts';
import { answerOf, waitOf } from './failures.ts';

type Args = Readonly<Record<string, string | number | boolean | undefined>>;

/** The only module that talks to Slack. Every call goes through the account's pacer and returns plain data. */
export interface Gateway {
  call<T>(method: string, args: Args, signal?: AbortSignal): Promise<T>;
  /** The bytes at one of Slack’s own addresses. */
  download(url: string, expected: ExpectedFile, options: DownloadOptions): Promise<HttpResponse>;
}

export interface ExpectedFile {
  mimeType: string | undefined;
  size: number | undefined;
}

interface DownloadOptions {
  range?: string | undefined;
  signal?: AbortSignal | undefined;
}

export function createGateway(account: AccountContext): Gateway {
  /** With a valid token; a rejected one is replaced once. */
  const authorized = async <T>(attempt: (token: string) => Promise<T>): Promise<T> => {
    const token = await account.token();
    try {
      return await attempt(token);
    } catch (error) {
      if (!(error instanceof ConnectorError && error.code === 'auth_expired')) throw error;
    }
    try {
      return await attempt(await account.token({ rejected: token }));
    } catch (error) {
      if (!(error instanceof ConnectorError && error.code === 'auth_expired')) throw error;
      throw new ConnectorError('auth_revoked', 'Slack refuses the token of this account', { cause: error });
    }
  };

  return {
    call<T>(method: string, args: Args, signal?: AbortSignal): Promise<T> {
      const body = new URLSearchParams();
      for (const [name, value] of Object.entries(args)) if (value !== undefined) body.set(name, String(value));
      const attempt = async (token: string) => {
        const response = await account.http.send({
          method: 'POST',
          url: `${account.urls.api}/${method}`,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
          body: body.toString(),
          ...(signal && { signal }),
        });
        return answerOf<T>(method, response);
      };
      return account.call(() => authorized(attempt), { ...(signal && { signal }) });
    },

    async download(url, expected, { range, signal }) {
      if (!isSlacks(url, account.urls.api!)) throw new ConnectorError('forbidden', 'The file is not at Slack');
      const attempt = async (token: string) => {
        const headers = { authorization: `Bearer ${token}`, ...(range !== undefined && { range }) };
        const response = await account.http.send({ url, headers, ...(signal && { signal }) });
        if (response.status !== 200 && response.status !== 206) throw await refusalOf(response);
        if (!isSignInPage(response, expected)) return response;
        await response.discard();
        throw new ConnectorError('auth_expired', 'Slack answers a download with its page to sign in');
      };
      return account.call(() => authorized(attempt), { ...(signal && { signal }) });
    },
  };
}

/** The token is sent only to Slack, whatever address a message names. */
function isSlacks(url: string, api: string): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, protocol, hostname } = new URL(url);
  if (origin === new URL(api).origin) return true;
  return protocol === 'https:' && (hostname === 'slack.com' || hostname.endsWith('.slack.com'));
}

/** Without a valid token, Slack answers with status 200 and a sign-in page; files that are pages have another size. */
function isSignInPage({ headers, status }: HttpResponse, { mimeType, size }: ExpectedFile): boolean {
  if (status !== 200 || !headers['content-type']?.startsWith('text/html')) return false;
  return mimeType !== 'text/html' || (size !== undefined && Number(headers['content-length']) !== size);
}

async function refusalOf(response: HttpResponse): Promise<ConnectorError> {
  const { status, headers } = response;
  await response.discard();
  const message = `Slack answers a download with ${status}`;
  if (status === 429) {
    const retryAfterMs = waitOf(headers['retry-after']);
    return new ConnectorError('rate_limited', message, { ...(retryAfterMs !== undefined && { retryAfterMs }) });
  }
  if (status === 404 || status === 410) return new ConnectorError('not_found', message);
  if (status === 401) return new ConnectorError('auth_expired', message);
  if (status === 416) return new ConnectorError('conflict', message);
  return new ConnectorError(status >= 500 ? 'unavailable' : 'forbidden', message);
}
