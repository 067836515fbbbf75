import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';
import { answered } from '../kit/http/answered.ts';
import { sendAuthorized } from '../kit/http/authorized.ts';
import { readUpTo } from '../kit/http/body.ts';
import type { HttpRequest, HttpResponse } from '../kit/http/http.ts';
import { createBudget } from '../kit/pacer/budget.ts';
import type { GraphError, GraphPage } from './graph.ts';
import { ATTACHMENTS, FOLDER, type GraphChange, type GraphFolder, MARKS } from './graph.ts';
import { createLanes } from './lanes.ts';
import { refusal } from './refusals.ts';

/** Makes messages keep their id when they move. */
const IMMUTABLE = 'IdType="ImmutableId"';
const maxEntries = 200;
export const maxPerBatch = 20;
/** The maximum of concurrent requests to one mailbox that Microsoft allows, even within a batch. */
const maxAtOnce = 4;
/** Stays below the 10,000 requests in ten minutes that a mailbox allows; each request of a batch counts. */
const budgetOfMailbox = { perMinute: 900, atOnce: 900 };
const maxBatchBytes = 16 * 1024 * 1024;

/** One answer of a batch. */
export interface BatchAnswer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

interface RawAnswer extends Partial<BatchAnswer> {
  id?: string;
}

export type Gateway = ReturnType<typeof createGateway>;

/** Every call to Microsoft Graph that the connector makes; plain data in and out. */
export function createGateway(account: AccountContext) {
  const graph = account.urls.graph!;
  const inLanes = createLanes(maxAtOnce);
  const budget = createBudget({ ...budgetOfMailbox, now: () => account.now().getTime() });

  /** An error while reading the answer counts as a failure of the call, and is retried with it. */
  const ask = <T>(request: HttpRequest, read: (response: HttpResponse) => T | Promise<T>, requests = 1): Promise<T> =>
    account.call(
      () =>
        inLanes(requests, async () => {
          budget.spend(requests);
          const response = await sendAuthorized(account, 'Outlook', request);
          if (response.status < 300) return read(response);
          const text = await response.text(256 * 1024).catch(() => '');
          throw refusal(response.status, response.headers, parsed(text));
        }),
      request.signal ? { signal: request.signal } : {},
    );

  function requestOf(path: string, query: Record<string, string> = {}, signal?: AbortSignal): HttpRequest {
    const url = new URL(`${graph}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers = { prefer: `${IMMUTABLE}, odata.maxpagesize=${maxEntries}` };
    return { url: url.href, headers, ...(signal && { signal }) };
  }

  /** A page without its list comes from an intermediary, and must not count as an empty one. */
  const askPage = <T>(request: HttpRequest): Promise<GraphPage<T>> =>
    ask(request, async (response) => answered(await response.json<GraphPage<T>>(), 'value', 'Outlook'));

  /** Links are followed unchanged, but only to Graph, because they receive our token. */
  function linkOf(link: string, signal?: AbortSignal): HttpRequest {
    if (!link.startsWith(`${graph}/`))
      throw new ConnectorError('unavailable', 'Outlook leads to a list at an address that is not Microsoft’s');
    return { ...requestOf('', {}, signal), url: link };
  }

  const stream = (path: string, signal?: AbortSignal) => ask(requestOf(path, {}, signal), (response) => response);
  const encoded = encodeURIComponent;
  const attachmentPath = (message: string, id: string) => `/me/messages/${encoded(message)}/attachments/${encoded(id)}`;

  return {
    me: () =>
      ask(requestOf('/me', { $select: 'id,displayName,mail,userPrincipalName' }), async (response) =>
        answered(
          await response.json<{ id: string; displayName?: string; mail?: string | null; userPrincipalName?: string }>(),
          'id',
          'Outlook',
        ),
      ),

    folders: (signal?: AbortSignal) => askPage<GraphFolder>(requestOf('/me/mailFolders', folderQuery, signal)),
    /** The next page of a list. */
    follow: <T>(link: string, signal?: AbortSignal) => askPage<T>(linkOf(link, signal)),

    /** Reads changes from a link, or all messages of the folder from the beginning, newest first. */
    delta: (folder: string, link: string | null, signal: AbortSignal) => {
      const path = `/me/mailFolders/${encoded(folder)}/messages/delta`;
      const query = { $select: MARKS, $orderby: 'receivedDateTime desc' };
      return askPage<GraphChange>(link === null ? requestOf(path, query, signal) : linkOf(link, signal));
    },

    /** The bytes of a file, or the MIME text of a message or event. */
    attachment: (message: string, id: string, signal?: AbortSignal) =>
      stream(`${attachmentPath(message, id)}/$value`, signal),
    mime: (message: string, signal?: AbortSignal) => stream(`/me/messages/${encoded(message)}/$value`, signal),

    /**
     * Sends up to 20 reads at once, and returns the answers in the order of their paths. Those that Graph asks to
     * repeat are repeated; the others are not. Null if the answers together are too large.
     */
    async batch(paths: readonly string[], signal?: AbortSignal): Promise<BatchAnswer[] | null> {
      const answers = new Map<string, BatchAnswer>();
      const isComplete = await account.call(
        async () => {
          const open = paths.map((_, index) => String(index)).filter((id) => !answers.has(id));
          const requests = open.map((id) => ({ id, method: 'GET', url: paths[Number(id)]!, headers: inner }));
          const received = await sendBatch(requests, signal);
          if (received === null) return false;
          for (const { id = '', status, headers = {}, body } of received) {
            if (status === undefined || !open.includes(id)) continue;
            if (!passes(status)) answers.set(id, { status, headers, body });
          }
          // A wait that one answer demands applies to the mailbox, so all remaining requests wait.
          const refused = received.find(({ status = 0 }) => passes(status));
          if (refused) throw refusal(refused.status!, refused.headers ?? {}, refused.body as GraphError);
          if (answers.size < paths.length)
            throw new ConnectorError('unavailable', 'Outlook has not answered every request of a batch');
          return true;
        },
        signal ? { signal } : {},
      );
      return isComplete ? paths.map((_, index) => answers.get(String(index))!) : null;
    },
  };

  async function sendBatch(requests: readonly object[], signal?: AbortSignal): Promise<RawAnswer[] | null> {
    return inLanes(requests.length, async () => {
      budget.spend(requests.length);
      const response = await sendAuthorized(account, 'Outlook', {
        method: 'POST',
        url: `${graph}/$batch`,
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ requests }),
        ...(signal && { signal }),
      });
      if (response.status >= 300)
        throw refusal(response.status, response.headers, parsed(await response.text(256 * 1024).catch(() => '')));
      const bytes = await readUpTo(response.body, maxBatchBytes);
      if (bytes === null) return null;
      const answer = parsed(bytes.toString('utf8'));
      if (!Array.isArray(answer?.responses))
        throw new ConnectorError('unavailable', 'Outlook answers a batch with something else');
      return answer.responses;
    });
  }
}

const inner = { Prefer: IMMUTABLE };
/** Statuses that a later attempt may change. */
const passes = (status: number) => status === 429 || status === 424 || status === 408 || status >= 500;

const folderQuery = { includeHiddenFolders: 'true', $select: FOLDER, $top: '100' };
const queryOf = (query: Record<string, string>) => `?${new URLSearchParams(query)}`.replaceAll('+', '%20');

/** A request of a batch. */
export const paths = {
  folder: (name: string) => `/me/mailFolders/${name}${queryOf({ $select: 'id' })}`,
  childFolders: (id: string) => `/me/mailFolders/${encodeURIComponent(id)}/childFolders${queryOf(folderQuery)}`,
  message: (id: string, $select: string, withAttachments: boolean) =>
    `/me/messages/${encodeURIComponent(id)}${queryOf({
      $select,
      ...(withAttachments && { $expand: `attachments($select=${ATTACHMENTS})` }),
    })}`,
  item: (message: string, id: string) =>
    `/me/messages/${encodeURIComponent(message)}/attachments/${encodeURIComponent(id)}${queryOf({
      $expand: 'microsoft.graph.itemAttachment/item',
    })}`,
};

function parsed(text: string): (GraphError & { responses?: RawAnswer[] }) | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
