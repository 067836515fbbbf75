import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError, plainError } from '../kit/errors.ts';
import type { RemoteId } from '../kit/remote.ts';
import { beforeSecondLook } from '../kit/second-look.ts';
import type { Message, MessageBatch, MessageMarks } from '../kit/threads.ts';
import { type ItemKind, isItem, toMarks, toMessage } from './adapt.ts';
import { type BatchAnswer, type Gateway, maxPerBatch, paths } from './gateway.ts';
import { type GraphAttachment, type GraphError, type GraphMessage, MARKS, SUMMARY, WHOLE } from './graph.ts';
import { refusal } from './refusals.ts';

export type Fetched = Pick<MessageBatch, 'messages' | 'marked' | 'deleted' | 'failures'>;
type Asked = 'whole' | 'summary' | 'marks';

const selects: Record<Asked, string> = { whole: WHOLE, summary: SUMMARY, marks: MARKS };

/** Reads messages by their ids, up to 20 in one call. */
export function messageFetcher(account: AccountContext, gateway: Gateway) {
  /** Reads the messages; if they are too large together, reads them in halves, and a single one without its text. */
  async function answersTo(
    ids: readonly RemoteId[],
    asked: Asked,
    signal: AbortSignal,
  ): Promise<(BatchAnswer & { id: RemoteId })[]> {
    if (ids.length === 0) return [];
    const answers = await gateway.batch(
      ids.map((id) => paths.message(id, selects[asked], asked !== 'marks')),
      signal,
    );
    if (answers) return answers.map((answer, index) => ({ ...answer, id: ids[index]! }));
    if (ids.length === 1) {
      if (asked === 'whole') return answersTo(ids, 'summary', signal);
      throw plainError('corrupt', 'This message is too large');
    }
    const half = Math.ceil(ids.length / 2);
    const [start, end] = [ids.slice(0, half), ids.slice(half)];
    return [...(await answersTo(start, asked, signal)), ...(await answersTo(end, asked, signal))];
  }

  async function read(ids: readonly RemoteId[], asked: Asked, signal: AbortSignal) {
    const found: GraphMessage[] = [];
    const deleted: RemoteId[] = [];
    const failures: { id: RemoteId; error: ConnectorError }[] = [];
    for (let at = 0; at < ids.length; at += maxPerBatch) {
      signal.throwIfAborted();
      for (const { id, status, headers, body } of await answersTo(ids.slice(at, at + maxPerBatch), asked, signal)) {
        if (status === 200) {
          found.push({ ...(withId(body) as GraphMessage), id });
          continue;
        }
        const error = refusal(status, headers, body as GraphError);
        if (error.code === 'not_found') deleted.push(id);
        else if (!isOfOne(error)) throw error;
        else {
          account.log.warn({ err: error, id }, 'a message cannot be read');
          failures.push({ id, error });
        }
      }
    }
    return { found, deleted, failures };
  }

  /** Graph’s lists don’t report the kind of an attached item. */
  async function kindsOf(messages: readonly GraphMessage[], signal: AbortSignal): Promise<Map<string, ItemKind>> {
    const items = messages.flatMap(({ id, attachments = [] }) =>
      attachments.filter(isItem).map((item) => ({ id: item.id, path: paths.item(id, item.id) })),
    );
    const kinds = new Map<string, ItemKind>();
    for (let at = 0; at < items.length; at += maxPerBatch) {
      const some = items.slice(at, at + maxPerBatch);
      const answers =
        (await gateway.batch(
          some.map(({ path }) => path),
          signal,
        )) ?? [];
      for (const [index, { body }] of answers.entries()) {
        const type = (body as { item?: Record<string, string> } | undefined)?.item?.['@odata.type'] ?? '';
        const kind = (['event', 'contact'] as const).find((one) => type.toLowerCase().includes(one));
        if (kind) kinds.set(some[index]!.id, kind);
      }
    }
    return kinds;
  }

  async function allAttachments(message: GraphMessage, signal: AbortSignal): Promise<GraphMessage> {
    const attachments = [...(message.attachments ?? [])];
    let link = message['attachments@odata.nextLink'];
    while (link !== undefined) {
      const page = await gateway.follow<GraphAttachment>(link, signal);
      attachments.push(...page.value);
      link = page['@odata.nextLink'];
    }
    return { ...message, attachments };
  }

  return {
    /** Reads at most 20 messages, except drafts; those deleted meanwhile are in `deleted`. */
    async whole(ids: readonly RemoteId[], signal: AbortSignal): Promise<Fetched> {
      const first = await read(ids, 'whole', signal);
      if (first.deleted.length > 0) await beforeSecondLook(account, signal);
      const { deleted, ...second } = await read(first.deleted, 'whole', signal);
      const found = [...first.found, ...second.found];
      const failures = [...first.failures, ...second.failures];
      const sent = await Promise.all(
        found.filter(({ isDraft }) => !isDraft).map((message) => allAttachments(message, signal)),
      );
      const kinds = await kindsOf(sent, signal);
      const messages: Message[] = sent.map((message) => toMessage(message, kinds));
      return { messages, marked: [], deleted, failures };
    },

    /** Reads the folders and marks of any number of messages. */
    async marks(ids: readonly RemoteId[], signal: AbortSignal): Promise<Fetched> {
      const { found, deleted, failures } = await read(ids, 'marks', signal);
      const marked: MessageMarks[] = found
        .filter(({ isDraft }) => !isDraft)
        .map((message) => toMarks(message, message.parentFolderId));
      return { messages: [], marked, deleted, failures };
    },
  };
}

export type MessageFetcher = ReturnType<typeof messageFetcher>;

function withId(body: unknown): object {
  if (typeof body === 'object' && body !== null && 'id' in body) return body;
  throw new ConnectorError('unavailable', 'Outlook answers without the message that was asked for');
}

/** Other errors concern the account, and stop the sync. */
const isOfOne = ({ code }: ConnectorError) => code === 'forbidden' || code === 'corrupt' || code === 'conflict';
