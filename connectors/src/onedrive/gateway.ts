import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError, plainError } from '../kit/errors.ts';
import { answered } from '../kit/http/answered.ts';
import { sendAuthorized } from '../kit/http/authorized.ts';
import type { HttpRequest, HttpResponse } from '../kit/http/http.ts';
import { ITEM_FIELDS } from './adapt.ts';
import type { Drive, DriveItem, GraphPage, Ref, Site } from './graph.ts';
import { refusal } from './refusals.ts';

/** The state of an upload session: the bytes that OneDrive has, or the finished file. */
export type SessionState = { received: number } | { itemId: string };

export interface CopyState {
  status: string;
  resourceId?: string;
  error?: { code?: string; message?: string };
}

interface Ask {
  method?: string;
  query?: Record<string, string>;
  json?: unknown;
  bytes?: Uint8Array;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

const PAGE = '999';
/** Makes Graph refuse a taken name instead of replacing or renaming. */
const FAIL = { '@microsoft.graph.conflictBehavior': 'fail' };

export type Gateway = ReturnType<typeof createGateway>;

/** Every call to Microsoft Graph that the connector makes; plain data in and out. */
export function createGateway(account: AccountContext) {
  const graph = account.urls.graph!;

  async function send(url: string, { method = 'GET', query = {}, json, bytes, headers = {}, signal }: Ask) {
    const address = new URL(url);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const body = json === undefined ? bytes : JSON.stringify(json);
    const type = json === undefined ? 'application/octet-stream' : 'application/json';
    const response = await sendAuthorized(account, 'OneDrive', {
      method,
      url: address.href,
      headers: { ...(body !== undefined && { 'content-type': type }), ...headers },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    if (response.status < 300) return response;
    throw await refusal(response);
  }

  /** An error while reading the answer counts as a failure of the call, and is retried with it. */
  const ask = <T>(url: string, options: Ask, read: (response: HttpResponse) => T | Promise<T>): Promise<T> =>
    account.call(async () => read(await send(url, options)), options.signal ? { signal: options.signal } : {});
  const askJson = <T>(path: string, options: Ask = {}) => ask(`${graph}${path}`, options, (answer) => answer.json<T>());
  const askNothing = (path: string, options: Ask) => ask(`${graph}${path}`, options, (answer) => answer.discard());
  const readPage = async <T>(answer: HttpResponse) => answered(await answer.json<GraphPage<T>>(), 'value', 'OneDrive');
  const askPage = <T>(path: string, options: Ask) => ask(`${graph}${path}`, options, readPage<T>);
  /** Links of Graph are followed unchanged, but only to Graph, because they receive our token. */
  const follow = <T>(link: string, options: Ask): Promise<GraphPage<T>> => {
    if (!link.startsWith(`${graph}/`))
      throw new ConnectorError('unavailable', 'OneDrive leads to a list at an address that is not Microsoft’s');
    return ask(link, options, readPage<T>);
  };

  /** Addresses with a secret of their own, which refuse our token. */
  async function openly(request: HttpRequest, accept: readonly number[] = []): Promise<HttpResponse> {
    const response = await account.http.send(request);
    if (response.status < 300 || accept.includes(response.status)) return response;
    throw await refusal(response);
  }

  const encoded = encodeURIComponent;
  const itemPath = ({ driveId, itemId }: Ref, rest = '') =>
    `/drives/${encoded(driveId)}/items/${encoded(itemId)}${rest}`;
  const childPath = (parent: Ref, name: string, rest = '') => itemPath(parent, `:/${encoded(name)}:${rest}`);
  const fields = { $select: ITEM_FIELDS };
  const oneItem = (path: string, options: Ask = {}) =>
    ask(`${graph}${path}`, options, async (answer) => answered(await answer.json<DriveItem>(), 'id', 'OneDrive'));
  const readState = async (response: HttpResponse): Promise<SessionState> => {
    const answer = await response.json<{ id?: string; nextExpectedRanges?: string[] }>();
    if (answer.id !== undefined) return { itemId: answer.id };
    const next = answer.nextExpectedRanges?.[0];
    return { received: next === undefined ? Number.POSITIVE_INFINITY : Number.parseInt(next, 10) };
  };

  return {
    me: () => askJson<{ id: string; displayName?: string; mail?: string | null; userPrincipalName?: string }>('/me'),
    myDrive: () =>
      ask(`${graph}/me/drive`, { query: { $select: 'id,driveType,quota' } }, async (answer) =>
        answered(await answer.json<Drive>(), 'id', 'OneDrive'),
      ),
    followedSites: (link?: string, signal?: AbortSignal) =>
      follow<Site>(link ?? `${graph}/me/followedSites`, { signal }),
    siteDrives: (siteId: string, link?: string, signal?: AbortSignal) =>
      link === undefined
        ? askPage<Drive>(`/sites/${encoded(siteId)}/drives`, { query: { $select: 'id,driveType,name' }, signal })
        : follow<Drive>(link, { signal }),
    root: (driveId: string, signal?: AbortSignal) =>
      oneItem(`/drives/${encoded(driveId)}/root`, { query: fields, signal }),
    item: (ref: Ref, signal?: AbortSignal) => oneItem(itemPath(ref), { query: fields, signal }),
    itemAt: (parent: Ref, name: string) => oneItem(childPath(parent, name), { query: fields }),
    children: (folder: Ref, link?: string, signal?: AbortSignal) =>
      link === undefined
        ? askPage<DriveItem>(itemPath(folder, '/children'), { query: { ...fields, $top: PAGE }, signal })
        : follow<DriveItem>(link, { signal }),

    /**
     * Reads changes from a link, or everything from the beginning. Business drives leave out the parents of changed
     * items.
     */
    delta(driveId: string, link: string | null, signal?: AbortSignal) {
      const headers = { deltaExcludeParent: 'true' };
      if (link !== null) return follow<DriveItem>(link, { headers, signal });
      const query = { ...fields, $top: PAGE };
      return askPage<DriveItem>(`/drives/${encoded(driveId)}/root/delta`, { query, headers, signal });
    },
    latestDelta: async (driveId: string) => {
      const query = { ...fields, $top: PAGE, token: 'latest' };
      const page = await askPage<DriveItem>(`/drives/${encoded(driveId)}/root/delta`, { query });
      return answered(page, '@odata.deltaLink', 'OneDrive')['@odata.deltaLink']!;
    },

    /** The item and its bytes, from an address that is valid only briefly; 416 beyond the end of the file. */
    content: (ref: Ref, range: string | null, signal?: AbortSignal) => {
      const query = { $select: `${ITEM_FIELDS},@microsoft.graph.downloadUrl` };
      const work = async () => {
        const item = await (await send(`${graph}${itemPath(ref)}`, { query, signal })).json<DriveItem>();
        if (item.malware) throw plainError('forbidden', 'OneDrive has found malware in the file');
        const url = item['@microsoft.graph.downloadUrl'];
        if (url === undefined || !item.file) throw new ConnectorError('forbidden', 'Only files have content');
        const request = { url, ...(range !== null && { headers: { range } }), ...(signal && { signal }) };
        const response = await openly(request, [401, 404, 410, 416]);
        if (response.status < 300 || response.status === 416) return { item, response };
        // The address has expired, or the file was just deleted: the next attempt shows which.
        await response.discard();
        throw new ConnectorError('unavailable', 'OneDrive does not know the address that it gave for the file');
      };
      return account.call(work, signal ? { signal } : {});
    },

    makeFolder: (parent: Ref, name: string) =>
      oneItem(itemPath(parent, '/children'), { method: 'POST', json: { name, folder: {}, ...FAIL } }),
    change: (ref: Ref, change: object) => oneItem(itemPath(ref), { method: 'PATCH', json: change }),
    remove: (ref: Ref) => askNothing(itemPath(ref), { method: 'DELETE' }),
    /** Restores from the recycle bin of the person’s own drive, to the original folder unless another is named. */
    restore: ({ itemId }: Ref, to: object = {}) =>
      oneItem(`/me/drive/items/${encoded(itemId)}/restore`, { method: 'POST', json: to }),
    putContent: (parent: Ref, name: string, bytes: Uint8Array) =>
      send(`${graph}${childPath(parent, name, '/content')}`, { method: 'PUT', query: FAIL, bytes }).then((response) =>
        response.json<DriveItem>(),
      ),

    openSession: async (parent: Ref, name: string, fileSystemInfo: object) => {
      const json = { item: { ...FAIL, name, fileSystemInfo } };
      const path = childPath(parent, name, '/createUploadSession');
      return (await askJson<{ uploadUrl: string }>(path, { method: 'POST', json })).uploadUrl;
    },
    /** Not paced and not retried: the caller decides what to do after a lost answer. */
    sendFragment: async (url: string, bytes: Uint8Array, offset: number, total: number) => {
      const headers = { 'content-range': `bytes ${offset}-${offset + bytes.length - 1}/${total}` };
      return readState(await openly({ method: 'PUT', url, headers, body: bytes }));
    },
    sessionState: async (url: string) => readState(await openly({ url })),
    /** Returns false if the session has ended already. */
    cancelSession: async (url: string) => {
      const response = await openly({ method: 'DELETE', url }, [404]);
      await response.discard();
      return response.status !== 404;
    },

    /** Starts a copy; returns the address that reports its progress. */
    copy: async (ref: Ref, to: Ref, name: string) => {
      const json = { name, parentReference: { driveId: to.driveId, id: to.itemId } };
      const response = await send(`${graph}${itemPath(ref, '/copy')}`, { method: 'POST', query: FAIL, json });
      await response.discard();
      const { location } = response.headers;
      if (!location) throw new ConnectorError('unavailable', 'OneDrive does not say how far the copy is');
      return new URL(location, graph).href;
    },
    copyState: (url: string) => account.call(async () => (await openly({ url })).json<CopyState>()),

    subscribe: (subscription: object) =>
      askJson<{ id: string; expirationDateTime: string }>('/subscriptions', { method: 'POST', json: subscription }),
    unsubscribe: (id: string) => askNothing(`/subscriptions/${encoded(id)}`, { method: 'DELETE' }),
  };
}
