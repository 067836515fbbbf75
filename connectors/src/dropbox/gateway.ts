import type { Readable } from 'node:stream';
import type { files, users } from 'dropbox';
import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';
import type { HttpRequest, HttpResponse } from '../kit/http.ts';
import { DropboxFailure, failureOf } from './failures.ts';

export type Entry = files.ListFolderResult['entries'][number];
export type Metadata = files.FileMetadataReference | files.FolderMetadataReference;

interface CallOptions {
  signal?: AbortSignal;
  range?: string;
}

/** The only part that talks to Dropbox. Every call goes through the account's pacer; answers are plain data. */
export interface Gateway {
  currentAccount(): Promise<users.FullAccount>;
  spaceUsage(): Promise<users.SpaceUsage>;
  /** A call with JSON in and out. */
  rpc<T>(route: string, arg: object, options?: CallOptions): Promise<T>;
  /** Bytes in; sent again as they are where the call is repeated. */
  upload<T>(route: string, arg: object, bytes: Uint8Array): Promise<T>;
  /** Bytes out, with what Dropbox says about them. */
  download<T>(route: string, arg: object, options?: CallOptions): Promise<DownloadAnswer<T>>;
}

export interface DownloadAnswer<T> {
  result: T;
  body: Readable;
  status: number;
  contentRange: string | undefined;
}

export function createGateway(account: AccountContext): Gateway {
  const { api, content } = account.urls;
  let root: Promise<Record<string, string>> | undefined;

  /** For members of a team: the team's root, without which only their own folder shows. */
  const askPathRoot = async (): Promise<Record<string, string>> => {
    const { root_namespace_id, home_namespace_id } = (await gateway.currentAccount()).root_info;
    if (root_namespace_id === home_namespace_id) return {};
    return { 'dropbox-api-path-root': JSON.stringify({ '.tag': 'root', root: root_namespace_id }) };
  };
  const pathRoot = () => {
    root ??= askPathRoot().catch((error) => {
      root = undefined;
      throw error;
    });
    return root;
  };

  const attempt = async (route: string, request: HttpRequest): Promise<HttpResponse> => {
    let token = await account.token();
    for (let tries = 1; ; tries++) {
      const headers = { ...request.headers, authorization: `Bearer ${token}` };
      const response = await account.http.send({ ...request, headers });
      if (response.status === 200 || response.status === 206) return response;
      const failure = await failureOf(route, response);
      if (failure.code !== 'auth_expired') throw failure;
      if (tries > 1) throw revoked(failure);
      token = await account.token({ rejected: token });
    }
  };

  const post = <T>(route: string, request: HttpRequest, read: (response: HttpResponse) => Promise<T>) => {
    const { signal } = request;
    const work = async () => read(await attempt(route, { method: 'POST', ...request }));
    return account.call(work, { ...(signal && { signal }) });
  };

  /** A call about files. Who has joined or left a team since the root was asked for is asked once more. */
  const rooted = async <T>(route: string, request: HttpRequest, read: (response: HttpResponse) => Promise<T>) => {
    const send = async () => post(route, { ...request, headers: { ...request.headers, ...(await pathRoot()) } }, read);
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof DropboxFailure && error.tags.includes('invalid_root'))) throw error;
      root = undefined;
      return send();
    }
  };
  const json = <T>(response: HttpResponse) => response.json<T>();

  const gateway: Gateway = {
    currentAccount: () =>
      post('users/get_current_account', nothing(`${api}/2/users/get_current_account`), json<users.FullAccount>),
    spaceUsage: () => post('users/get_space_usage', nothing(`${api}/2/users/get_space_usage`), json<users.SpaceUsage>),
    rpc<T>(route: string, arg: object, { signal }: CallOptions = {}) {
      const headers = { 'content-type': 'application/json' };
      return rooted(
        route,
        { url: `${api}/2/${route}`, headers, body: JSON.stringify(arg), ...(signal && { signal }) },
        json<T>,
      );
    },
    upload<T>(route: string, arg: object, body: Uint8Array) {
      const headers = { 'content-type': 'application/octet-stream', 'dropbox-api-arg': headerJson(arg) };
      return rooted(route, { url: `${content}/2/${route}`, headers, body }, json<T>);
    },
    download<T>(route: string, arg: object, { signal, range }: CallOptions = {}): Promise<DownloadAnswer<T>> {
      const headers = { 'dropbox-api-arg': headerJson(arg), ...(range !== undefined && { range }) };
      return rooted(route, { url: `${content}/2/${route}`, headers, ...(signal && { signal }) }, async (response) => ({
        result: resultOf(route, response) as T,
        body: response.body,
        status: response.status,
        contentRange: response.headers['content-range'],
      }));
    },
  };
  return gateway;
}

/** A call that takes nothing is sent the JSON value null. */
const nothing = (url: string): HttpRequest => ({ url, headers: { 'content-type': 'application/json' }, body: 'null' });

/** JSON for a header: everything beyond plain ASCII as \uXXXX. */
function headerJson(value: object): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, escaped);
}

function resultOf(route: string, response: HttpResponse): unknown {
  try {
    return JSON.parse(String(response.headers['dropbox-api-result']));
  } catch {
    response.body.destroy();
    throw new ConnectorError('unavailable', `Dropbox answers ${route} without saying about what`);
  }
}

const revoked = (failure: ConnectorError) =>
  new ConnectorError('auth_revoked', 'Dropbox refuses a token that was just made', { cause: failure });
