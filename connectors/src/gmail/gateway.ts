import type { Readable } from 'node:stream';
import type { gmail_v1 } from '@googleapis/gmail';
import { addressParser, decodeWords } from 'postal-mime';
import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';
import { type Ask, googleCaller } from '../kit/google/caller.ts';
import { answered } from '../kit/http/answered.ts';
import { readUpTo } from '../kit/http/body.ts';
import { createBudget } from '../kit/pacer/budget.ts';
import { base64Field } from './base64-field.ts';

export type GmailMessage = gmail_v1.Schema$Message;
export type GmailPart = gmail_v1.Schema$MessagePart;
export type GmailLabel = gmail_v1.Schema$Label;
export type GmailHistory = gmail_v1.Schema$History;

export interface MessagePage {
  messages?: { id: string; threadId: string }[];
  nextPageToken?: string;
  resultSizeEstimate?: number;
}
export interface HistoryPage {
  history?: GmailHistory[];
  historyId: string;
  nextPageToken?: string;
}

/** The cost of Gmail’s calls in quota units; a person has 15,000 per minute. */
const units = { profile: 1, label: 1, list: 5, get: 5, attachment: 5, history: 2, watch: 100 };
const budgetOfUser = { perMinute: 12_000, atOnce: 3_000 };
/** Only the beginning of longer messages is shown. */
const maxMessageBytes = 8 * 1024 * 1024;
const maxHeaderLength = 20_000;

export type Gateway = ReturnType<typeof createGateway>;

/** Every call to Gmail that the connector makes; plain data in and out. */
export function createGateway(account: AccountContext) {
  const me = `${account.urls.gmail}/users/me`;
  const { ask } = googleCaller(account, 'Gmail');
  const budget = createBudget({ ...budgetOfUser, now: () => account.now().getTime() });
  const askJson = <T>(path: string, cost: number, options: Ask = {}) =>
    ask(
      `${me}/${path}`,
      options,
      (response) => response.json<T>(),
      () => budget.spend(cost),
    );
  const askField = (path: string, cost: number, field: string, options: Ask): Promise<Readable> =>
    ask(
      `${me}/${path}`,
      options,
      (response) => base64Field(response.body, field),
      () => budget.spend(cost),
    );
  /** Gmail’s message ids are 64-bit numbers in hex. It refuses others as invalid; here they are `not_found`. */
  function messagePath(id: string, rest = ''): string {
    if (!/^[\w-]{1,64}$/.test(id)) throw new ConnectorError('not_found', 'Gmail has no such message');
    return `messages/${id}${rest}`;
  }

  return {
    profile: (signal?: AbortSignal) => askJson<gmail_v1.Schema$Profile>('profile', units.profile, { signal }),
    /** Gmail’s own labels, which every account has. */
    labels: async () =>
      answered(await askJson<gmail_v1.Schema$ListLabelsResponse>('labels', units.label), 'labels', 'Gmail').labels!,
    label: (id: string, signal: AbortSignal) =>
      askJson<GmailLabel>(`labels/${encodeURIComponent(id)}`, units.label, { signal }),

    /** Newest first, 500 a page. */
    list: async (
      search: { labelIds?: string; includeSpamTrash?: 'true'; pageToken?: string | undefined },
      signal: AbortSignal,
    ) => {
      const query = { maxResults: '500', ...search };
      const page = await askJson<MessagePage>('messages', units.list, { query, signal });
      // Gmail leaves out an empty list of messages, but never this field.
      return answered(page, 'resultSizeEstimate', 'Gmail');
    },

    /** Null if the message is too large to be read at once. */
    message: async (id: string, signal?: AbortSignal): Promise<GmailMessage | null> =>
      ask(
        `${me}/${messagePath(id)}`,
        { query: { format: 'full' }, signal },
        async (response) => {
          const bytes = await readUpTo(response.body, maxMessageBytes);
          return bytes && parsed(bytes);
        },
        () => budget.spend(units.get),
      ),
    /** The message’s headers, without parts. */
    headers: async (id: string, signal?: AbortSignal) =>
      askJson<GmailMessage>(messagePath(id), units.get, { query: { format: 'metadata' }, signal }),
    /** The message’s labels. */
    marks: async (id: string, signal?: AbortSignal) =>
      askJson<GmailMessage>(messagePath(id), units.get, { query: { format: 'minimal' }, signal }),
    raw: async (id: string, signal?: AbortSignal) =>
      askField(messagePath(id), units.get, 'raw', { query: { format: 'raw' }, signal }),
    attachment: async (id: string, attachmentId: string, signal?: AbortSignal) =>
      askField(messagePath(id, `/attachments/${encodeURIComponent(attachmentId)}`), units.attachment, 'data', {
        signal,
      }),

    history: (startHistoryId: string, pageToken: string | undefined, signal: AbortSignal) =>
      askJson<HistoryPage>('history', units.history, {
        query: { startHistoryId, maxResults: '500', pageToken },
        signal,
      }),

    watch: (topicName: string) =>
      askJson<gmail_v1.Schema$WatchResponse>('watch', units.watch, { method: 'POST', json: { topicName } }),
  };
}

function parsed(bytes: Buffer): GmailMessage {
  try {
    return JSON.parse(bytes.toString('utf8')) as GmailMessage;
  } catch {
    throw new ConnectorError('unavailable', 'Gmail answers with something that is not JSON');
  }
}

/** Gmail decodes headers itself; this decodes those that a sender encoded twice. */
export const decodeHeader = (value: string): string => clean(decodeWords(value.slice(0, maxHeaderLength)));

/** The people in a From, To or Cc header, those of groups included. */
export function readAddresses(value: string): { name: string; address: string }[] {
  return addressParser(value.slice(0, maxHeaderLength), { flatten: true }).flatMap(({ name, address }) =>
    name || address ? [{ name: clean(name), address: clean(address ?? '') }] : [],
  );
}

/** Removes characters that databases can’t store. */
const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed();
