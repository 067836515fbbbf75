import { createHash } from 'node:crypto';
import type { ImapFlow } from 'imapflow';
import type { MessageMarks } from '../../kit/threads.ts';
import { type MailboxState, messageId } from '../account.ts';
import { internalsOf } from '../session/internals.ts';
import type { MailboxCursor } from './cursor.ts';
import { VanishedUids } from './vanished.ts';

const MAX_DIGESTS = 256;

/** UIDs and their marks, in compact form: a mailbox may have a million. */
export class MarkList {
  readonly uids: number[] = [];
  readonly #bits: number[] = [];

  add(uid: number, flags: ReadonlySet<string> | undefined): void {
    this.uids.push(uid);
    this.#bits.push((flags?.has('\\Seen') ? 0 : 1) + (flags?.has('\\Flagged') ? 2 : 0));
  }

  get length(): number {
    return this.uids.length;
  }

  marks(state: MailboxState, from: number, to: number): MessageMarks[] {
    return this.uids.slice(from, to).map((uid, index) => {
      const bits = this.#bits[from + index]!;
      const channelIds = [state.path as MessageMarks['id']];
      return { id: messageId(state, uid), channelIds, isUnread: (bits & 1) > 0, isFlagged: (bits & 2) > 0 };
    });
  }

  /** One digest for each run of `width` UIDs, few enough for a cursor. */
  digests(next: number): NonNullable<MailboxCursor['digests']> {
    let width = 256;
    while (next / width > MAX_DIGESTS) width *= 2;
    const hashes = new Map<number, ReturnType<typeof createHash>>();
    for (const [index, uid] of this.uids.entries()) {
      const run = Math.floor(uid / width);
      const hash = hashes.get(run) ?? createHash('sha256');
      hashes.set(run, hash.update(`${uid}:${this.#bits[index]} `));
    }
    return {
      width,
      values: Object.fromEntries([...hashes].map(([run, hash]) => [run, hash.digest('base64url').slice(0, 10)])),
    };
  }

  /** The entries in runs whose digest has changed. */
  differing(before: MailboxCursor['digests'], now: NonNullable<MailboxCursor['digests']>): MarkList {
    if (before === undefined || before.width !== now.width) return this;
    const list = new MarkList();
    for (const [index, uid] of this.uids.entries()) {
      const run = Math.floor(uid / now.width);
      if (before.values[run] === now.values[run]) continue;
      list.uids.push(uid);
      list.#bits.push(this.#bits[index]!);
    }
    return list;
  }
}

/**
 * The marks of messages by their UIDs; with `since`, only those that changed after it, and the UIDs of deleted
 * messages.
 */
export async function fetchMarks(
  client: ImapFlow,
  range: string,
  since?: bigint,
): Promise<{ list: MarkList; vanished: VanishedUids }> {
  const list = new MarkList();
  const vanished = new VanishedUids();
  const internals = internalsOf(client);
  const usual = internals.untaggedVanished;
  internals.untaggedVanished = async (response) => vanished.add(response);
  try {
    const options = { uid: true, ...(since !== undefined && { changedSince: since }) };
    for await (const { uid, flags } of client.fetch(range, { uid: true, flags: true }, options))
      if (uid && flags) list.add(uid, flags);
  } finally {
    internals.untaggedVanished = usual;
  }
  return { list, vanished };
}
