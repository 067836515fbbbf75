import { ApiError, createClient, type DataOf, visits } from '@sheaf/contract';
import { keepPreviousData, mutationOptions, QueryClient, queryOptions } from '@tanstack/react-query';
import { readAnswer } from '../../../lib/api/shown-names.ts';
import { whilePreparing } from '../../../lib/api/while-preparing.ts';
import { saveFrom } from '../../../lib/browser/save-file.ts';
import { count } from '../../../lib/format/format.ts';
import { toast } from '../../../ui/feedback/toast.ts';

const keyOf = (token: string) => `visit ${token}`;

/**
 * The token that stands for the password of a link while the tab is open. Without storage the password is asked for
 * again.
 */
const keptVisit = {
  of(token: string): string | undefined {
    try {
      return sessionStorage.getItem(keyOf(token)) ?? undefined;
    } catch {
      return undefined;
    }
  },
  keep(token: string, visit: string): void {
    try {
      sessionStorage.setItem(keyOf(token), visit);
    } catch {
      // The visit works without it.
    }
  },
};

/** Calls without the session and cookies of this browser, and without the address of the page. */
const call = createClient({
  baseUrl: '/api',
  headers: () => ({}),
  fetch: (url, init) => fetch(url, { ...init, credentials: 'omit', referrerPolicy: 'no-referrer' }),
  read: readAnswer,
});

export const perPage = 50;

/** A client apart from the app’s: visitors see nothing of the person who may be signed in here. */
export const createVisitClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && error instanceof ApiError && (error.status ?? 0) >= 502,
        retryDelay: 500,
      },
      mutations: { networkMode: 'always' },
    },
  });

export type Opened = DataOf<typeof visits.open>;

async function open(token: string, password?: string): Promise<Opened> {
  const body = { token, password, visit: keptVisit.of(token) };
  const { data } = await call(visits.open, { body });
  if ('visit' in data) keptVisit.keep(token, data.visit);
  return data;
}

/** Runs once each time the page is opened, because that counts as a visit. */
export const openQuery = (token: string) =>
  queryOptions({
    queryKey: ['visit', token],
    queryFn: () => open(token),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const enterPassword = mutationOptions({
  mutationFn: ({ token, password }: { token: string; password: string }) => open(token, password),
  onSuccess: (opened, { token }, _result, { client }) => client.setQueryData(openQuery(token).queryKey, opened),
});

/** Whether the link or document is not available, whatever the reason. */
export const isNotAvailable = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/**
 * Starts a new visit if the old one has ended, as after two hours; if that needs the password, the page asks for it.
 */
async function inVisit<T>(client: QueryClient, token: string, ask: (visit: string) => Promise<T>): Promise<T> {
  const opened = client.getQueryData(openQuery(token).queryKey);
  try {
    return await ask(opened && 'visit' in opened ? opened.visit : '-');
  } catch (error) {
    if (!isNotAvailable(error)) throw error;
    const again = await client.fetchQuery({ ...openQuery(token), staleTime: 0 });
    if (!('visit' in again)) throw error;
    return ask(again.visit);
  }
}

/** The linked document (`id` left out), or one below it. */
export const visitedQuery = (token: string, id: string) =>
  queryOptions({
    queryKey: ['visit', token, 'document', id],
    queryFn: ({ client, signal }) =>
      inVisit(
        client,
        token,
        async (visit) => (await call(visits.get, { body: { visit, document_id: id }, signal })).data,
      ),
  });

/** The PDF of an old office file, polled until it is ready. */
export const visitedRenditionQuery = (token: string, id: string) =>
  queryOptions({
    queryKey: ['visit', token, 'rendition', id],
    queryFn: ({ client, signal }) =>
      inVisit(
        client,
        token,
        async (visit) => (await call(visits.rendition, { body: { visit, document_id: id }, signal })).data,
      ),
    refetchInterval: whilePreparing,
  });

export const insideQuery = (token: string, folderId: string, page: number) =>
  queryOptions({
    queryKey: ['visit', token, 'inside', folderId, page],
    queryFn: ({ client, signal }) =>
      inVisit(client, token, (visit) =>
        call(visits.list, { body: { visit, in: folderId, page, per_page: perPage }, signal }),
      ),
    placeholderData: keepPreviousData,
  });

/** Downloads a folder with everything in it, as a zip. */
export const downloadFolder = mutationOptions({
  async mutationFn({ token, id }: { token: string; id: string }, { client }) {
    const { data } = await inVisit(client, token, (visit) => call(visits.zip, { body: { visit, document_id: id } }));
    if (data.skipped > 0) toast.success(`Skipped ${count(data.skipped, 'document')} with no content in Sheaf`);
    saveFrom(`/storage/${data.local_path}`);
  },
  onError: (error) => toast.error(error.message),
});
