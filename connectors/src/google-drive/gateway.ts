import type { drive_v3 } from '@googleapis/drive';
import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';
import { type Ask, googleCaller } from '../kit/google/caller.ts';
import { hasCode, refusal } from '../kit/google/refusals.ts';
import { answered } from '../kit/http/answered.ts';
import { type DriveChange, type DriveFile, FILE_FIELDS } from './adapt.ts';

export interface FilePage {
  files: DriveFile[];
  nextPageToken?: string;
}
export interface ChangePage {
  changes: DriveChange[];
  nextPageToken?: string;
  newStartPageToken?: string;
}
interface DrivesPage {
  kind?: string;
  drives?: SharedDrive[];
  nextPageToken?: string;
}
/**
 * The state of an upload session: the bytes that Drive has, or the finished file. The revision is included if this is
 * the answer to its last bytes: later it may no longer be the one that was uploaded.
 */
export type UploadState = { received: number } | { fileId: string; revision?: string };

const NAME = 'Google Drive';
const POLL_MS = 1_000;
/** The maximum number of remembered resource keys. */
const MAX_KEYS = 10_000;

export interface Search {
  q: string;
  pageToken?: string | undefined;
  orderBy?: string;
  fields?: string;
  /** `drive` with a driveId searches a whole shared drive. */
  corpora?: string;
  driveId?: string;
}
export type SharedDrive = Pick<drive_v3.Schema$Drive, 'id' | 'name'>;

export type Gateway = ReturnType<typeof createGateway>;

/** Every call to Google Drive that the connector makes; plain data in and out. */
export function createGateway(account: AccountContext) {
  const { drive, upload } = account.urls as { drive: string; upload: string };

  const { ask } = googleCaller(account, NAME);
  const askJson = <T>(url: string, options: Ask = {}) => ask(url, options, (response) => response.json<T>());
  const askNothing = (url: string, options: Ask) => ask(url, options, (response) => response.discard());
  const askStream = (url: string, options: Ask) => ask(url, options, (response) => response);
  const fileUrl = (id: string, rest = '') => `${drive}/files/${encodeURIComponent(id)}${rest}`;
  const one = { fields: FILE_FIELDS, supportsAllDrives: 'true' };
  const oneFile = async (url: string, options: Ask = {}) => {
    const file = answered(
      await askJson<DriveFile>(url, { ...options, query: { ...one, ...options.query } }),
      'id',
      NAME,
    );
    noteKey(file);
    return file;
  };
  /** Files shared by link may need a key besides their id until they have been opened once; lists report it. */
  const keys = new Map<string, string>();
  const noteKey = ({ id, resourceKey }: DriveFile) => {
    if (!id || !resourceKey || keys.size >= MAX_KEYS) return;
    keys.set(id, resourceKey);
  };
  const keyHeader = (id: string): Record<string, string> => {
    const key = keys.get(id);
    return key === undefined ? {} : { 'x-goog-drive-resource-keys': `${id}/${key}` };
  };
  const rangeHeader = (range?: { start: number; end?: number }): Record<string, string> =>
    range ? { range: `bytes=${range.start}-${range.end ?? ''}` } : {};

  /** Upload sessions need no token: their secret address is enough. */
  async function callUploadSession(
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
    if (response.status >= 300) throw await refusal(response, NAME);
    const { id, headRevisionId } = await response.json<DriveFile>();
    if (!id) throw new ConnectorError('unavailable', 'Google Drive doesn’t say which file it has made');
    return { fileId: id, ...(headRevisionId && body.length > 0 && { revision: headRevisionId }) };
  }

  return {
    about: (fields: string) => askJson<drive_v3.Schema$About>(`${drive}/about`, { query: { fields } }),
    file: (id: string, signal?: AbortSignal) => oneFile(fileUrl(id), { headers: keyHeader(id), signal }),
    list: (search: Search, signal?: AbortSignal) =>
      ask(
        `${drive}/files`,
        {
          query: {
            pageSize: '1000',
            supportsAllDrives: 'true',
            includeItemsFromAllDrives: 'true',
            ...search,
            fields: `nextPageToken,incompleteSearch,files(${search.fields ?? FILE_FIELDS})`,
          },
          signal,
        },
        async (response) => {
          const { incompleteSearch, ...page } = await response.json<FilePage & { incompleteSearch?: boolean }>();
          // What an incomplete page leaves out must not pass for deleted.
          if (incompleteSearch)
            throw new ConnectorError('unavailable', 'Google Drive searched only a part of the files');
          answered(page, 'files', NAME).files.forEach(noteKey);
          return page;
        },
      ),

    /** All shared drives in the order of their ids; null if the person’s organization doesn’t allow listing them. */
    async sharedDrives(signal?: AbortSignal): Promise<SharedDrive[] | null> {
      const found: SharedDrive[] = [];
      let pageToken: string | undefined;
      do {
        const query = { pageSize: '100', fields: 'kind,nextPageToken,drives(id,name)', pageToken };
        const page: DrivesPage | null = await askJson<DrivesPage>(`${drive}/drives`, { query, signal }).catch(
          (error: unknown) => {
            if (hasCode(error, 'forbidden')) return null;
            throw error;
          },
        );
        if (page === null) return null;
        found.push(...(answered(page, 'kind', NAME).drives ?? []));
        pageToken = page.nextPageToken;
      } while (pageToken !== undefined);
      return found.sort((a, b) => (a.id! < b.id! ? -1 : 1));
    },
    sharedDrive: (id: string, signal?: AbortSignal) =>
      askJson<SharedDrive>(`${drive}/drives/${encodeURIComponent(id)}`, { query: { fields: 'id,name' }, signal }),

    /** The start token of the account or of a shared drive. */
    startPageToken: async (driveId?: string) => {
      const query = { supportsAllDrives: 'true', driveId };
      const answer = await askJson<drive_v3.Schema$StartPageToken>(`${drive}/changes/startPageToken`, { query });
      return answer.startPageToken!;
    },
    changes: async (pageToken: string, driveId: string | undefined, signal: AbortSignal) => {
      const page = await askJson<ChangePage>(`${drive}/changes`, {
        query: {
          pageToken,
          driveId,
          pageSize: '1000',
          includeRemoved: 'true',
          supportsAllDrives: 'true',
          includeItemsFromAllDrives: 'true',
          fields: `nextPageToken,newStartPageToken,changes(changeType,fileId,removed,driveId,drive(name),file(${FILE_FIELDS}))`,
        },
        signal,
      });
      return answered(page, 'changes', NAME);
    },
    watch: (pageToken: string, channel: drive_v3.Schema$Channel) =>
      askJson<drive_v3.Schema$Channel>(`${drive}/changes/watch`, {
        method: 'POST',
        query: { pageToken },
        json: channel,
      }),
    stopChannel: (channel: drive_v3.Schema$Channel) =>
      askNothing(`${drive}/channels/stop`, { method: 'POST', json: channel }),

    /** 416 if the range starts at or beyond the end. */
    media: (id: string, range?: { start: number; end?: number }, signal?: AbortSignal) =>
      askStream(fileUrl(id), {
        query: { alt: 'media', supportsAllDrives: 'true' },
        headers: { ...rangeHeader(range), ...keyHeader(id) },
        accept: [416],
        signal,
      }),
    exported: (id: string, mimeType: string, signal?: AbortSignal) =>
      askStream(fileUrl(id, '/export'), { query: { mimeType }, headers: keyHeader(id), signal }),
    beginDownload: (id: string, mimeType: string, signal?: AbortSignal) =>
      askJson<drive_v3.Schema$Operation>(fileUrl(id, '/download'), { method: 'POST', query: { mimeType }, signal }),
    /**
     * The address of a prepared download, named with or without `operations/`; `unavailable`, and therefore retried,
     * until it is ready.
     */
    preparedDownload: (name: string, signal?: AbortSignal) =>
      ask(`${drive}/operations/${name.replace(/^operations\//, '')}`, { signal }, async (answer) => {
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
    copy: (id: string, as: drive_v3.Schema$File) =>
      oneFile(fileUrl(id, '/copy'), { method: 'POST', json: as, headers: keyHeader(id) }),
    copyOnce: (id: string, as: drive_v3.Schema$File) =>
      oneFile(fileUrl(id, '/copy'), { method: 'POST', json: as, headers: keyHeader(id), once: true }),
    remove: (id: string) => askNothing(fileUrl(id), { method: 'DELETE', query: { supportsAllDrives: 'true' } }),

    openUpload(file: drive_v3.Schema$File, size: number): Promise<string> {
      const headers = { 'x-upload-content-type': file.mimeType!, 'x-upload-content-length': String(size) };
      const query = { uploadType: 'resumable', fields: 'id,headRevisionId', supportsAllDrives: 'true' };
      return ask(`${upload}/files`, { method: 'POST', query, json: file, headers }, async (response) => {
        await response.discard();
        const { location } = response.headers;
        if (!location) throw new ConnectorError('unavailable', 'Google Drive named no place to upload to');
        return googleOnly(new URL(location, upload).href, upload);
      });
    },
    sendBytes: (url: string, bytes: Uint8Array, offset: number, total: number) =>
      callUploadSession(url, 'PUT', bytes, {
        'content-range': `bytes ${offset}-${offset + bytes.length - 1}/${total}`,
      }),
    /** Also completes the upload of an empty file. */
    uploadState: (url: string, total: number) =>
      callUploadSession(url, 'PUT', new Uint8Array(), { 'content-range': `bytes */${total}` }),
    async cancelUpload(url: string): Promise<void> {
      // Google answers a cancellation with 499.
      await (await account.http.send({ method: 'DELETE', url })).discard();
    },
  };
}

/** Addresses in answers receive our token or file contents, so only Google's own (or the sandbox's) are accepted. */
function googleOnly(url: string, known: string): string {
  const { origin, hostname, protocol } = new URL(url);
  const isGoogle = protocol === 'https:' && /(^|\.)(google|googleapis|googleusercontent)\.com$/.test(hostname);
  if (isGoogle || origin === new URL(known).origin) return url;
  throw new ConnectorError('unavailable', `Google Drive leads to ${hostname}, which is not Google's`);
}

/** `bytes=0-42` means 43 bytes; without the header, none. */
function received(range: string | undefined): number {
  const last = /^(?:bytes=)?0-(\d+)$/.exec(range ?? '')?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}
