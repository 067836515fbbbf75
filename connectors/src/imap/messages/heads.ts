import type { ImapFlow } from 'imapflow';
import type { ConnectorError } from '../../kit/errors.ts';
import type { ImapAccount, MailboxState } from '../account.ts';
import { type Content, contentOf } from '../mime/structure.ts';
import { isFailure } from '../session/failures.ts';
import { type Fetched, fetchMessages } from '../session/fetch.ts';

/** What is read of a message before its body. */
export interface Head {
  uid: number;
  flags: ReadonlySet<string>;
  receivedAt: Date | null;
  header: Buffer;
  /** null where its structure cannot be read. */
  content: Content | null;
  size: number;
}

export type Failures = { uid: number; error: ConnectorError }[];

const LONGEST_HEADER = 256 * 1024;

/** The heads of these messages, without those that no longer exist; one bad message never stops the rest. */
export async function fetchHeads(
  account: ImapAccount,
  state: MailboxState,
  uids: readonly number[],
  signal: AbortSignal,
): Promise<{ heads: Head[]; failures: Failures }> {
  if (uids.length === 0) return { heads: [], failures: [] };
  const read = (some: readonly number[], hasStructure: boolean) =>
    account.inMailbox(state.path, (client) => fetchSome(client, some, hasStructure), {
      signal,
      view: state,
    });
  try {
    const heads = await read(uids, true);
    // What cannot be parsed is left out, such as a structure that is nested too deeply.
    const found = new Set(heads.map(({ uid }) => uid));
    const missing = uids.filter((uid) => !found.has(uid));
    if (missing.length > 0) heads.push(...(await read(missing, false)));
    return { heads, failures: [] };
  } catch (error) {
    if (!isFailure(error, 'forbidden')) throw error;
    if (uids.length === 1) return { heads: [], failures: [{ uid: uids[0]!, error: error as ConnectorError }] };
    const middle = Math.ceil(uids.length / 2);
    const halves = [];
    for (const half of [uids.slice(0, middle), uids.slice(middle)])
      halves.push(await fetchHeads(account, state, half, signal));
    return { heads: halves.flatMap(({ heads }) => heads), failures: halves.flatMap(({ failures }) => failures) };
  }
}

async function fetchSome(client: ImapFlow, uids: readonly number[], hasStructure: boolean): Promise<Head[]> {
  const messages = await fetchMessages(client, rangeOf(uids), {
    items: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', ...(hasStructure ? (['BODYSTRUCTURE'] as const) : [])],
    parts: ['HEADER'],
    maxBytes: LONGEST_HEADER,
  });
  const wanted = new Set(uids);
  // Servers also report other messages whose flags change meanwhile.
  return messages.filter(({ uid, parts }) => parts.has('HEADER') && wanted.delete(uid)).map(headOf);
}

function headOf({ uid, flags, internalDate, parts, structure, size }: Fetched): Head {
  const received = new Date(internalDate);
  return {
    uid,
    flags: flags ?? new Set(),
    receivedAt: Number.isNaN(received.getTime()) ? null : received,
    header: parts.get('HEADER')!,
    content: structure ? contentOf(structure) : null,
    size: size ?? 0,
  };
}

/** `1:3,7` for 1, 2, 3 and 7 in any order. */
export function rangeOf(uids: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const uid of [...uids].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && uid <= run.last + 1) run.last = uid;
    else runs.push({ first: uid, last: uid });
  }
  return runs.map(({ first, last }) => (first === last ? `${first}` : `${first}:${last}`)).join(',');
}
