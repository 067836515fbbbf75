import type { drive_v3 } from '@googleapis/drive';
import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';
import type { HttpRequest, HttpResponse } from '../kit/http.ts';
import { type DriveChange, type DriveFile, FILE_FIELDS } from './adapt.ts';
import { refusal } from './refusals.ts';

export interface FilePage {
  files: DriveFile[];
  nextPageToken?: string;
}
export interface ChangePage {
  changes: DriveChange[];
  nextPageToken?: string;
  newStartPageToken?: string;
}
/** How far an upload session is: bytes that Drive holds, or the file they have become. */
export type UploadState = { received: number } | { fileId: string };

const POLL_MS = 1_000;

interface Ask {
  method?: string;
  query?: Record<string, string | undefined>;
  json?: unknown;
  headers?: Record<string, string>;
  /** Statuses besides 2xx that are answers. */
  accept?: readonly number[];
  signal?: AbortSignal | undefined;
}

export type Gateway = ReturnType<typeof createGateway>;

/** Every call to Google Drive that the connector makes; plain data in and out. */
export function createGateway(account: AccountContext) {
  const { drive, upload } = account.urls as { drive: string; upload: string };

  async function authorized(request: HttpRequest): Promise<HttpResponse> {
    const withToken = (token: string) =>
      account.http.send({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });
    const token = await account.token();
    const response = await withToken(token);
    if (response.status !== 401) return response;
    await response.discard();
    const again = await withToken(await account.token({ rejected: token }));
    if (again.status !== 401) return again;
    await again.discard();
    throw new ConnectorError('auth_revoked', 'Google Drive refuses a token it has just issued');
  }

  /** What goes wrong while the answer is read counts as the call's failure, and is tried again with it. */
  function ask<T>(url: string, options: Ask, read: (response: HttpResponse) => T | Promise<T>): Promise<T> {
    const { method = 'GET', query = {}, json, headers = {}, accept = [], signal } = options;
    const address = new URL(url);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) address.searchParams.set(name, value);
    const request: HttpRequest = {
      method,
      url: address.href,
      headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(signal && { signal }),
    };
    const work = async () => {
      const response = await authorized(request);
      if (response.status < 300 || accept.includes(response.status)) return read(response);
      throw await refusal(response);
    };
    return account.call(work, signal ? { signal } : {});
  }

  const askJson = <T>(url: string, options: Ask = {}) => ask(url, options, (response) => response.json<T>());
  const askNothing = (url: string, options: Ask) => ask(url, options, (response) => response.discard());
  const askStream = (url: string, options: Ask) => ask(url, options, (response) => response);
  const fileUrl = (id: string, rest = '') => `${drive}/files/${encodeURIComponent(id)}${rest}`;
  const one = { fields: FILE_FIELDS, supportsAllDrives: 'true' };
  const oneFile = (url: string, options: Ask = {}) =>
    askJson<DriveFile>(url, { ...options, query: { ...one, ...options.query } });
  const rangeHeader = (range?: { start: number; end?: number }): Record<string, string> =>
    range ? { range: `bytes=${range.start}-${range.end ?? ''}` } : {};

  /** Upload sessions need no token: their address is the secret. */
  async function session(
    url: string,
    method: string,
    body: Uint8Array,
    headers: Record<string, string>,
  ): Promise<UploadState> {
    const response = await account.http.send({ method, url, body, headers });
    if (response.status === 308) {
      await response.discard();
      return { received: received(response.headers.range) };
    }
    if (response.status >= 300) throw await refusal(response);
    return { fileId: (await response.json<DriveFile>()).id! };
  }

  return {
    about: (fields: string) => askJson<drive_v3.Schema$About>(`${drive}/about`, { query: { fields } }),
    file: (id: string, signal?: AbortSignal) => oneFile(fileUrl(id), { signal }),
    list: (
      search: { q: string; pageToken?: string | undefined; orderBy?: string; fields?: string },
      signal?: AbortSignal,
    ) =>
      askJson<FilePage>(`${drive}/files`, {
        query: {
          pageSize: '1000',
          supportsAllDrives: 'true',
          includeItemsFromAllDrives: 'true',
          ...search,
          fields: `nextPageToken,files(${search.fields ?? FILE_FIELDS})`,
        },
        signal,
      }),

    startPageToken: async () => {
      const query = { supportsAllDrives: 'true' };
      const answer = await askJson<drive_v3.Schema$StartPageToken>(`${drive}/changes/startPageToken`, { query });
      return answer.startPageToken!;
    },
    changes: (pageToken: string, signal: AbortSignal) =>
      askJson<ChangePage>(`${drive}/changes`, {
        query: {
          pageToken,
          pageSize: '1000',
          includeRemoved: 'true',
          supportsAllDrives: 'true',
          includeItemsFromAllDrives: 'true',
          fields: `nextPageToken,newStartPageToken,changes(changeType,fileId,removed,file(${FILE_FIELDS}))`,
        },
        signal,
      }),
    watch: (pageToken: string, channel: drive_v3.Schema$Channel) =>
      askJson<drive_v3.Schema$Channel>(`${drive}/changes/watch`, {
        method: 'POST',
        query: { pageToken },
        json: channel,
      }),
    stopChannel: (channel: drive_v3.Schema$Channel) =>
      askNothing(`${drive}/channels/stop`, { method: 'POST', json: channel }),

    /** 416 where the range begins at or behind the end. */
    media: (id: string, range?: { start: number; end?: number }, signal?: AbortSignal) =>
      askStream(fileUrl(id), {
        query: { alt: 'media', supportsAllDrives: 'true' },
        headers: rangeHeader(range),
        accept: [416],
        signal,
      }),
    exported: (id: string, mimeType: string, signal?: AbortSignal) =>
      askStream(fileUrl(id, '/export'), { query: { mimeType }, signal }),
    beginDownload: (id: string, mimeType: string, signal?: AbortSignal) =>
      askJson<drive_v3.Schema$Operation>(fileUrl(id, '/download'), { method: 'POST', query: { mimeType }, signal }),
    /** Where a download that was begun can be fetched; `unavailable` until then, which waiting mends. */
    preparedDownload: (name: string, signal?: AbortSignal) =>
      ask(`${drive}/${name}`, { signal }, async (answer) => {
        const { done, error, response } = await answer.json<drive_v3.Schema$Operation>();
        if (error)
          throw new ConnectorError('forbidden', `Google Drive could not export: ${error.message ?? error.code}`);
        const uri = (response as { downloadUri?: string } | undefined)?.downloadUri;
        if (done && uri) return uri;
        throw new ConnectorError('unavailable', 'Google Drive is still exporting', { retryAfterMs: POLL_MS });
      }),
    fetch: (url: string, signal?: AbortSignal) => askStream(googleOnly(url, drive), { signal }),

    generateId: async () =>
      (await askJson<drive_v3.Schema$GeneratedIds>(`${drive}/files/generateIds`, { query: { count: '1' } })).ids![0]!,
    create: (file: drive_v3.Schema$File) => oneFile(`${drive}/files`, { method: 'POST', json: file }),
    update: (id: string, change: drive_v3.Schema$File, parents: { addParents?: string; removeParents?: string } = {}) =>
      oneFile(fileUrl(id), { method: 'PATCH', query: parents, json: change }),
    copy: (id: string, as: drive_v3.Schema$File) => oneFile(fileUrl(id, '/copy'), { method: 'POST', json: as }),
    remove: (id: string) => askNothing(fileUrl(id), { method: 'DELETE', query: { supportsAllDrives: 'true' } }),

    openUpload(file: drive_v3.Schema$File, size: number): Promise<string> {
      const headers = { 'x-upload-content-type': file.mimeType!, 'x-upload-content-length': String(size) };
      const query = { uploadType: 'resumable', fields: 'id', supportsAllDrives: 'true' };
      return ask(`${upload}/files`, { method: 'POST', query, json: file, headers }, async (response) => {
        await response.discard();
        const { location } = response.headers;
        if (!location) throw new ConnectorError('unavailable', 'Google Drive named no place to upload to');
        return googleOnly(new URL(location, upload).href, upload);
      });
    },
    sendBytes: (url: string, bytes: Uint8Array, offset: number, total: number) =>
      session(url, 'PUT', bytes, { 'content-range': `bytes ${offset}-${offset + bytes.length - 1}/${total}` }),
    /** Also ends the upload of a file without bytes. */
    uploadState: (url: string, total: number) =>
      session(url, 'PUT', new Uint8Array(), { 'content-range': `bytes */${total}` }),
    async cancelUpload(url: string): Promise<void> {
      // Google answers 499 to a cancellation.
      await (await account.http.send({ method: 'DELETE', url })).discard();
    },
  };
}

/** Addresses that come in answers get our token or the files' bytes: only where Google answers, or its sandbox. */
function googleOnly(url: string, known: string): string {
  const { origin, hostname, protocol } = new URL(url);
  const isGoogle = protocol === 'https:' && /(^|\.)(google|googleapis|googleusercontent)\.com$/.test(hostname);
  if (isGoogle || origin === new URL(known).origin) return url;
  throw new ConnectorError('unavailable', `Google Drive leads to ${hostname}, which is not Google's`);
}

/** `bytes=0-42`: 43 are there; no header, none. */
function received(range: string | undefined): number {
  const last = /^bytes=0-(\d+)$/.exec(range ?? '')?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}
