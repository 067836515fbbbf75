import type { Readable } from 'node:stream';
import type { common, files, users } from 'dropbox';
import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';
import { answered } from '../kit/http/answered.ts';
import type { HttpRequest, HttpResponse } from '../kit/http/http.ts';
import { DropboxFailure, failureOf } from './failures.ts';
import type { Home } from './home.ts';
import { NotFoundYet, RecentWrites } from './writing/recent-writes.ts';
import { createWriteLane, type WriteLane } from './writing/write-lane.ts';

export type Entry = files.ListFolderResult['entries'][number];
export type Metadata = files.FileMetadataReference | files.FolderMetadataReference;

interface CallOptions {
  signal?: AbortSignal;
  range?: string;
  /** The item must exist: the call is repeated while Dropbox doesn’t find it. */
  isExpected?: boolean;
}

type RootInfo = common.TeamRootInfo | common.UserRootInfo;

/** The only module that talks to Dropbox. Every call goes through the account's pacer and returns plain data. */
export interface Gateway {
  currentAccount(): Promise<users.FullAccount>;
  /** The folder of the account’s own files; requested once. */
  rootInfo(): Promise<RootInfo>;
  home(): Promise<Home>;
  /** Runs writes one after another. */
  lane: WriteLane;
  spaceUsage(): Promise<users.SpaceUsage>;
  /** A call with JSON in and out. */
  rpc<T>(route: string, arg: object, options?: CallOptions): Promise<T>;
  /** Uploads bytes; a repeated call sends the same bytes. */
  upload<T>(route: string, arg: object, bytes: Uint8Array): Promise<T>;
  /** Downloads bytes, with Dropbox’s metadata. */
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
  const root = remembered(
    async () => answered(await gateway.currentAccount(), 'root_info', 'Dropbox').root_info as RootInfo,
  );
  const home = remembered(async (): Promise<Home> => {
    const { root_namespace_id, home_namespace_id, home_path } = await root.get();
    if (root_namespace_id === home_namespace_id || home_path === undefined) return { path: '', lower: '' };
    const folder = await gateway.rpc<Metadata>('files/get_metadata', { path: home_path }).catch((error) => {
      if (error instanceof DropboxFailure && error.code === 'not_found') return null;
      throw error;
    });
    return { path: home_path, lower: folder?.path_lower ?? home_path.toLowerCase() };
  });
  const recent = new RecentWrites(api ?? '', () => account.now().getTime());

  /** For members of a team: the team's root; without it only their own folder is visible. */
  const pathRoot = async (): Promise<Record<string, string>> => {
    const { root_namespace_id, home_namespace_id } = await root.get();
    if (root_namespace_id === home_namespace_id) return {};
    return { 'dropbox-api-path-root': JSON.stringify({ '.tag': 'root', root: root_namespace_id }) };
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

  /** Reads can lag behind writes, so what was just written or must exist is requested again. */
  const post = <T>(
    route: string,
    request: HttpRequest,
    read: (response: HttpResponse) => Promise<T>,
    isThere = () => false,
  ): Promise<T> => {
    const { signal } = request;
    const work = async () => {
      try {
        return await read(await attempt(route, { method: 'POST', ...request }));
      } catch (error) {
        const isMissing = error instanceof DropboxFailure && error.code === 'not_found';
        throw isMissing && isThere() ? new NotFoundYet(error) : error;
      }
    };
    return account.call(work, { ...(signal && { signal }) });
  };

  /** Calls the API with a path root, which is read again if the person has joined or left a team since. */
  const rooted = async <T>(
    { route, arg, isExpected = false }: { route: string; arg: object; isExpected?: boolean },
    request: HttpRequest,
    read: (response: HttpResponse) => Promise<T>,
  ): Promise<T> => {
    const isThere = () => isExpected || recent.has(arg);
    const send = async () =>
      post(route, { ...request, headers: { ...request.headers, ...(await pathRoot()) } }, read, isThere);
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof DropboxFailure && error.tags.includes('invalid_root'))) throw error;
      root.drop();
      home.drop();
      return send();
    }
  };
  const json = <T>(response: HttpResponse) => response.json<T>();
  const noted = async <T>(route: string, answer: Promise<T>): Promise<T> => {
    recent.note(route, await answer);
    return answer;
  };

  const gateway: Gateway = {
    currentAccount: () =>
      post('users/get_current_account', nothing(`${api}/2/users/get_current_account`), json<users.FullAccount>),
    spaceUsage: () => post('users/get_space_usage', nothing(`${api}/2/users/get_space_usage`), json<users.SpaceUsage>),
    lane: createWriteLane(),
    rootInfo: () => root.get(),
    home: () => home.get(),
    rpc<T>(route: string, arg: object, { signal, isExpected }: CallOptions = {}) {
      const headers = { 'content-type': 'application/json' };
      const request = { url: `${api}/2/${route}`, headers, body: JSON.stringify(arg), ...(signal && { signal }) };
      return noted(route, rooted({ route, arg, isExpected }, request, json<T>));
    },
    upload<T>(route: string, arg: object, body: Uint8Array) {
      const headers = { 'content-type': 'application/octet-stream', 'dropbox-api-arg': headerJson(arg) };
      return noted(route, rooted({ route, arg }, { url: `${content}/2/${route}`, headers, body }, json<T>));
    },
    download<T>(route: string, arg: object, { signal, range }: CallOptions = {}): Promise<DownloadAnswer<T>> {
      const headers = { 'dropbox-api-arg': headerJson(arg), ...(range !== undefined && { range }) };
      const request = { url: `${content}/2/${route}`, headers, ...(signal && { signal }) };
      return rooted({ route, arg }, request, async (response) => ({
        result: resultOf(route, response) as T,
        body: response.body,
        status: response.status,
        contentRange: response.headers['content-range'],
      }));
    },
  };
  return gateway;
}

/** Requests a value once; `drop` and failures cause a new request. */
function remembered<T>(ask: () => Promise<T>) {
  let answer: Promise<T> | undefined;
  const drop = () => {
    answer = undefined;
  };
  return {
    drop,
    get(): Promise<T> {
      answer ??= ask().catch((error) => {
        drop();
        throw error;
      });
      return answer;
    },
  };
}

/** Calls without an argument are sent the JSON value null. */
const nothing = (url: string): HttpRequest => ({ url, headers: { 'content-type': 'application/json' }, body: 'null' });

/** Encodes JSON for a header: characters beyond ASCII become \uXXXX. */
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
