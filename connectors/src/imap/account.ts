import type { ImapFlow } from 'imapflow';
import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError } from '../kit/errors.ts';
import type { RemoteId } from '../kit/session.ts';
import type { ImapFields } from './auth.ts';
import { failureOf, isFailure } from './session/failures.ts';
import { addressOf, connect } from './session/gateway.ts';
import { internalsOf } from './session/internals.ts';
import type { Patience } from './session/patience.ts';
import { createPool, type Pool, type TaskOptions } from './session/pool.ts';

/** A mailbox as it was when it was opened. */
export interface MailboxState {
  path: string;
  /** UIDs are valid only together with it. */
  validity: string;
  /** The lowest UID not yet assigned. */
  next: number;
  /** Null if the server doesn’t number changes of marks. */
  modseq: bigint | null;
  count: number;
  /** When the state was requested and when it was answered, as ticks of the account’s counter. */
  requested: number;
  answered: number;
}

export interface ImapAccount {
  context: AccountContext;
  pool: Pool;
  /** A connection outside the pool, which the caller closes. */
  connect(): Promise<ImapFlow>;
  /** Runs one task on a connection, paced and retried like all calls of the account. */
  run<T>(work: (client: ImapFlow) => Promise<T>, options?: TaskOptions): Promise<T>;
  /**
   * Runs a task with a mailbox open for reading. A connection shows a mailbox’s state from when it was opened there, so
   * the mailbox is opened again if `view` demands a later state.
   */
  inMailbox<T>(
    path: string,
    work: (client: ImapFlow, state: MailboxState) => Promise<T>,
    options?: TaskOptions & { view?: View },
  ): Promise<T>;
}

/**
 * `now` demands the current state. A state demands that one or a later one, and is `cursor_expired` if UIDs changed
 * since. A number demands a state that has this UID.
 */
type View = 'now' | MailboxState | number;

export function createImapAccount(context: AccountContext, patience: Patience): ImapAccount {
  const pool = createPool(() => connect(context, patience), patience);
  const states = new WeakMap<object, MailboxState>();
  let ticks = 0;

  const onLine = <T>(mailbox: string | null, work: (client: ImapFlow) => Promise<T>, options: TaskOptions = {}) =>
    context.call(
      async () => {
        try {
          return await pool.use(mailbox, work, options);
        } catch (error) {
          if (options.signal?.aborted) throw error;
          throw failureOf(error, addressOf((await context.fields()) as ImapFields));
        }
      },
      { signal: options.signal },
    );

  async function open(client: ImapFlow, path: string): Promise<MailboxState> {
    const requested = ++ticks;
    // Otherwise imapflow would list it first.
    internalsOf(client).folders.set(path, { path });
    const mailbox = await client.mailboxOpen(path, { readOnly: true }).catch(async (error: unknown) => {
      const failure = failureOf(error, '');
      // Some servers refuse unsupported commands without a reason.
      const isUnclear = isFailure(failure, 'unavailable') && client.usable;
      if (isUnclear && !(await client.list()).some((folder) => folder.path === path)) throw noSuchMailbox();
      throw client.usable ? failure : error;
    });
    const { uidValidity, uidNext, highestModseq, noModseq, exists } = mailbox;
    const hasModseq = highestModseq !== undefined && !noModseq && client.enabled.has('CONDSTORE');
    const state: MailboxState = {
      path,
      validity: String(uidValidity ?? 0),
      next: uidNext || (await firstUnusedUid(client)),
      modseq: hasModseq ? highestModseq : null,
      count: exists ?? 0,
      requested,
      answered: ++ticks,
    };
    states.set(mailbox, state);
    return state;
  }

  return {
    context,
    pool,
    connect: () => connect(context, { ...patience, silenceMs: patience.renewMs + patience.silenceMs }),
    run: (work, options) => onLine(null, work, options),
    inMailbox: (path, work, { view, ...options } = {}) =>
      onLine(
        path,
        async (client) => {
          const opened = client.mailbox && client.mailbox.path === path ? states.get(client.mailbox) : undefined;
          const state = opened && shows(opened, view) ? opened : await open(client, path);
          if (typeof view === 'object' && view.validity !== state.validity) throw expired();
          return work(client, state);
        },
        options,
      ),
  };
}

function shows(opened: MailboxState, view: View | undefined): boolean {
  if (view === 'now') return false;
  return typeof view === 'number'
    ? view < opened.next
    : view === undefined || opened === view || opened.requested > view.answered;
}

/** The fallback for servers that don’t announce it. */
async function firstUnusedUid(client: ImapFlow): Promise<number> {
  const last = await client.fetchOne('*', { uid: true });
  return last ? last.uid + 1 : 1;
}

export const expired = () => new ConnectorError('cursor_expired', 'The server renumbered the mailbox’s messages');
const noSuchMailbox = () => new ConnectorError('not_found', 'Mailbox not found');
export const noSuchMessage = () => new ConnectorError('not_found', 'Message not found');

/** A message is a UID in a mailbox; it is valid as long as the mailbox keeps its UIDs. */
export const messageId = ({ path, validity }: Pick<MailboxState, 'path' | 'validity'>, uid: number): RemoteId =>
  `${validity}/${uid}/${path}` as RemoteId;

export function parseMessageId(id: RemoteId): { validity: string; uid: number; path: string } {
  const match = /^(\d{1,20})\/(\d{1,10})\/(.+)$/s.exec(id);
  if (!match) throw noSuchMessage();
  return { validity: match[1]!, uid: Number(match[2]), path: match[3]! };
}
