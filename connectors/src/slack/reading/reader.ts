import { ConnectorError } from '../../kit/errors.ts';
import type { RemoteId } from '../../kit/session.ts';
import type { Message, MessageBatch, MessagesOptions } from '../../kit/threads.ts';
import { adapt, type ChannelView, editedOf, isAnswer, isMessage, isShown } from '../adapt.ts';
import type { Directory } from '../directory.ts';
import type { Gateway } from '../gateway.ts';
import { messageId, type Ts } from '../ids.ts';
import { isForeign } from '../text/files.ts';
import { listOf, type MessagePage, nextOf, type SlackFile, type SlackMessage, textOf } from '../wire.ts';
import { type State, stateOf } from './cursor.ts';

/** The number that Slack recommends. It may return fewer: 15, to apps that aren’t in its marketplace. */
const PAGE = 200;
const shortPage = 50;
const maxCursorLength = 1000;
/** After this many empty pages in a row, the list counts as broken. */
const maxEmptyPages = 100;

export interface PageRead {
  messages: readonly SlackMessage[];
  next: string;
  hasMore: boolean;
  /** Older messages exist but are hidden by the plan. */
  isHiding: boolean;
  /** Slack limits this app to smaller pages and fewer calls. */
  isLimited: boolean;
}

/** A message that was found, reported or not. */
export interface Found {
  id: RemoteId;
  ts: Ts;
  state: number;
}

export interface Sorted {
  /** New or changed. */
  messages: Message[];
  found: Found[];
  failures: MessageBatch['failures'];
}

/** Reads one channel: Slack’s pages, and the messages in them that the caller doesn’t have yet. */
export class Reader {
  readonly channel: ChannelView;
  readonly options: MessagesOptions;
  readonly #gateway: Gateway;
  readonly directory: Directory;

  /** The time within which the whole channel is read again. */
  readonly rescanMs: number;

  constructor(
    gateway: Gateway,
    directory: Directory,
    channel: ChannelView,
    options: MessagesOptions,
    rescanMs: number,
  ) {
    this.rescanMs = rescanMs;
    this.#gateway = gateway;
    this.directory = directory;
    this.channel = channel;
    this.options = options;
  }

  /** Messages between the two times, excluding both, newest first; '' is unbounded. */
  async history(at: { oldest: Ts; latest: Ts; next: string }): Promise<PageRead> {
    const { oldest, latest, next } = at;
    const bounds = { channel: this.channel.id, ...(oldest !== '' && { oldest }) };
    try {
      return await this.#page('conversations.history', {
        ...bounds,
        ...(next === '' ? latest !== '' && { latest } : { cursor: next }),
      });
    } catch (error) {
      const isOver = error instanceof ConnectorError && error.code === 'cursor_expired';
      if (!isOver || next === '' || latest === '') throw error;
      return this.#page('conversations.history', { ...bounds, latest });
    }
  }

  /** The first message of a thread, and its answers after `oldest`, oldest first. */
  replies(thread: Ts, at: { oldest: Ts; next: string }): Promise<PageRead> {
    const { oldest, next } = at;
    return this.#page('conversations.replies', {
      channel: this.channel.id,
      ts: thread,
      ...(oldest !== '' && { oldest }),
      ...(next !== '' && { cursor: next }),
    });
  }

  /** Selects the messages to report: those that the caller doesn’t have, and changed ones. */
  async sort(read: readonly SlackMessage[], thread: Ts | null, state: State): Promise<Sorted> {
    const { known, signal } = this.options;
    // Slack repeats a thread’s first message with the answers, and some answers in the channel.
    const isHere = (message: SlackMessage) => (thread === null ? !isAnswer(message) : message.ts !== thread);
    const shown = read.filter((message) => isShown(message) && isHere(message));
    await this.learnNames(shown);
    const found: Found[] = [];
    const failures: { id: RemoteId; error: ConnectorError }[] = [];
    const perhaps: { raw: SlackMessage; message: Message }[] = [];
    for (const raw of shown) {
      const id = messageId(this.channel.id, raw.ts, thread);
      try {
        const message = adapt(raw, thread, this.channel, this.directory);
        found.push({ id, ts: raw.ts, state: stateOf(message) });
        if (!state.states.has(found.at(-1)!.state)) perhaps.push({ raw, message });
      } catch (cause) {
        found.push({ id, ts: raw.ts, state: 0 });
        failures.push({
          id,
          error: new ConnectorError('corrupt', 'Slack sent a message that cannot be read', { cause }),
        });
      }
    }
    const had =
      perhaps.length === 0 || state.isAnew ? new Set() : await known(perhaps.map(({ message }) => message.id));
    const changed = perhaps.filter(
      ({ raw, message }) => !had.has(message.id) || raw.ts > state.statesFrom || editedOf(raw) > state.mark,
    );
    const messages: Message[] = [];
    for (const { raw, message } of changed) {
      signal.throwIfAborted();
      messages.push(listOf(raw.files).some(isForeign) ? await this.#withFiles(raw, thread) : message);
    }
    return { messages, found, failures };
  }

  /** The first page from here on that has messages, or the last one: pages in between may be empty. */
  async #page(method: string, args: Record<string, string>): Promise<PageRead> {
    let page = await this.#onePage(method, args);
    for (let pages = 1; page.messages.length === 0 && page.hasMore && page.next !== ''; pages++) {
      if (pages === maxEmptyPages) throw new ConnectorError('unavailable', 'Slack answers with empty pages only');
      const { latest: _, ...others } = args;
      page = await this.#onePage(method, { ...others, cursor: page.next });
    }
    return page;
  }

  async #onePage(method: string, args: Record<string, string>): Promise<PageRead> {
    const { signal } = this.options;
    signal.throwIfAborted();
    const page = await this.#gateway.call<MessagePage>(method, { ...args, limit: PAGE }, signal);
    const given = listOf(page.messages);
    const next = nextOf(page);
    // Without a cursor, the next page is requested by time, which requires messages.
    const hasMore = next === '' ? page.has_more === true && given.length > 0 : next !== args.cursor;
    return {
      messages: given.filter(isMessage),
      next: next.length > maxCursorLength ? '' : next,
      hasMore,
      isHiding: page.is_limited === true,
      isLimited: hasMore && given.length < shortPage,
    };
  }

  /** Loads the authors of these messages, and the people they mention. */
  async learnNames(messages: readonly SlackMessage[]): Promise<void> {
    const { signal } = this.options;
    if (messages.length === 0) return;
    const ids = new Set<string>();
    let hasGroups = false;
    for (const message of messages) {
      const { user, user_profile, username, text } = message;
      if (textOf(user) !== '' && !user_profile && !username) ids.add(textOf(user));
      for (const [, id] of textOf(text).matchAll(/<@([UW][A-Z0-9]+)/g)) ids.add(id!);
      hasGroups ||= textOf(text).includes('<!subteam^');
    }
    await this.directory.learn(ids, signal);
    if (hasGroups) await this.directory.learnGroups(signal);
  }

  /** Completes files from other workspaces with names and sizes, or marks them as deleted or inaccessible. */
  async #withFiles(raw: SlackMessage, thread: Ts | null): Promise<Message> {
    const files: SlackFile[] = [];
    for (const file of listOf(raw.files)) files.push(isForeign(file) ? await this.#fileInfo(file) : file);
    return adapt({ ...raw, files }, thread, this.channel, this.directory);
  }

  async #fileInfo(file: SlackFile): Promise<SlackFile> {
    try {
      const args = { file: textOf(file.id) };
      return (await this.#gateway.call<{ file: SlackFile }>('files.info', args, this.options.signal)).file;
    } catch (error) {
      const isHidden = error instanceof ConnectorError && ['not_found', 'forbidden'].includes(error.code);
      if (!isHidden) throw error;
      return error.code === 'not_found' ? { ...file, mode: 'tombstone' } : { ...file, file_access: 'access_denied' };
    }
  }
}
