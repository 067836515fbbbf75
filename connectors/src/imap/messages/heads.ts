import type { ImapFlow } from 'imapflow';
import type { ConnectorError } from '../../kit/errors.ts';
import type { ImapAccount, MailboxState } from '../account.ts';
import { type Content, contentOf } from '../mime/structure.ts';
import { isFailure } from '../session/failures.ts';
import { type Fetched, fetchMessages, type Wanted } from '../session/fetch.ts';

/** The part of a message that is read before its body. */
export interface Head {
  uid: number;
  flags: ReadonlySet<string>;
  receivedAt: Date | null;
  header: Buffer;
  /** Null if its structure can’t be read. */
  content: Content | null;
  size: number;
}

export type Failures = { uid: number; error: ConnectorError }[];

const MAX_HEADER_BYTES = 256 * 1024;

/** The heads of these messages, except those that no longer exist; one bad message never stops the rest. */
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
    // Messages that can’t be parsed, such as those with a too deeply nested structure, are missing.
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

function fetchSome(client: ImapFlow, uids: readonly number[], hasStructure: boolean): Promise<Head[]> {
  const wanted: Wanted = {
    items: ['FLAGS', 'INTERNALDATE', 'RFC822.SIZE', ...(hasStructure ? (['BODYSTRUCTURE'] as const) : [])],
    parts: ['HEADER'],
    maxBytes: MAX_HEADER_BYTES,
  };
  return fetchMessages(client, uids, wanted, headOf);
}

/** Undefined for a message of which the server only reports flags. */
function headOf({ uid, flags, internalDate, parts, structure, size }: Fetched): Head | undefined {
  const header = parts.get('HEADER');
  if (!header) return undefined;
  const received = new Date(internalDate);
  return {
    uid,
    flags: flags ?? new Set(),
    receivedAt: Number.isNaN(received.getTime()) ? null : received,
    header,
    content: structure ? contentOf(structure) : null,
    size: size ?? 0,
  };
}
