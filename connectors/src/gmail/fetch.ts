import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';
import type { RemoteId } from '../kit/remote.ts';
import { beforeSecondLook } from '../kit/second-look.ts';
import type { Message, MessageBatch, MessageMarks } from '../kit/threads.ts';
import { toLargeMessage, toMessage } from './adapt.ts';
import { readBeginning } from './body.ts';
import type { Gateway, GmailPart } from './gateway.ts';
import { isDraft, toMarks } from './labels.ts';
import { layOut } from './layout.ts';

/** Messages read at a time: each holds up to a body and some more in memory. */
const maxAtOnce = 25;

/** A message to read, and whether completely or only its labels. */
export interface Wanted {
  id: RemoteId;
  isWhole: boolean;
}
export interface Fetched extends Pick<MessageBatch, 'messages' | 'marked' | 'deleted' | 'failures'> {
  last: RemoteId;
}
type Found = { message: Message } | { marks: MessageMarks } | { gone: RemoteId } | { draft: RemoteId };

/** Reads messages by their ids, completely or only their labels. */
export function messageFetcher(account: AccountContext, gateway: Gateway) {
  let address: Promise<string> | undefined;
  const email = () => {
    address ??= gateway.profile().then(({ emailAddress }) => emailAddress ?? '');
    address.catch(() => {
      address = undefined;
    });
    return address;
  };

  async function textOf(id: string, part: GmailPart, signal: AbortSignal) {
    const { data, attachmentId } = part.body ?? {};
    if (data || !attachmentId) return { part, bytes: Buffer.from(data ?? '', 'base64url') };
    return { part, bytes: await readBeginning(await gateway.attachment(id, attachmentId, signal)) };
  }

  async function whole(id: RemoteId, signal: AbortSignal): Promise<Found> {
    const message = await gateway.message(id, signal);
    if (!message) {
      const headers = await gateway.headers(id, signal);
      return isDraft(headers) ? { draft: id } : { message: toLargeMessage(headers, await email()) };
    }
    if (isDraft(message)) return { draft: id };
    const layout = layOut(message.payload ?? {});
    const texts = await Promise.all(layout.texts.map((part) => textOf(id, part, signal)));
    return { message: toMessage(message, layout, texts, await email()) };
  }

  async function marked(id: RemoteId, signal: AbortSignal): Promise<Found> {
    const message = await gateway.marks(id, signal);
    return isDraft(message) ? { draft: id } : { marks: toMarks(message) };
  }

  return {
    email,
    /** Keeps the given order and reads some messages at a time. One that was deleted meanwhile is in `deleted`. */
    async *fetch(wanted: readonly Wanted[], signal: AbortSignal): AsyncIterable<Fetched> {
      for (let at = 0; at < wanted.length; at += maxAtOnce) {
        signal.throwIfAborted();
        const failures: { id: RemoteId; error: ConnectorError }[] = [];
        const some = wanted.slice(at, at + maxAtOnce);
        const read = async ({ id, isWhole }: Wanted): Promise<Found | null> => {
          try {
            return await (isWhole ? whole(id, signal) : marked(id, signal));
          } catch (error) {
            if (!(error instanceof ConnectorError)) throw error;
            if (error.code === 'not_found') return { gone: id };
            if (!isOfOne(error)) throw error;
            account.log.warn({ err: error, id }, 'a message cannot be read');
            failures.push({ id, error });
            return null;
          }
        };
        const results = await Promise.all(some.map(read));
        const isLate = (at: number) => some[at]!.isWhole && results[at] !== null && 'gone' in results[at]!;
        const late = some.filter((_, at) => isLate(at));
        if (late.length > 0) await beforeSecondLook(account, signal);
        const found = [...results.filter((_, at) => !isLate(at)), ...(await Promise.all(late.map(read)))].filter(
          (result) => result !== null,
        );
        yield {
          messages: found.flatMap((one) => ('message' in one ? [one.message] : [])),
          marked: found.flatMap((one) => ('marks' in one ? [one.marks] : [])),
          deleted: found.flatMap((one) => ('gone' in one ? [one.gone] : [])),
          failures,
          last: some.at(-1)!.id,
        };
      }
    },
  };
}

export type MessageFetcher = ReturnType<typeof messageFetcher>;

/** Other errors concern the account, and stop the sync. */
const isOfOne = ({ code }: ConnectorError) => code === 'forbidden' || code === 'corrupt' || code === 'conflict';
