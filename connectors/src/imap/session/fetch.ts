import type { ImapFlow, MessageStructureObject } from 'imapflow';
import { type Internals, internalsOf, parseStructure } from './internals.ts';
import { parseFetchAnswer, type Token } from './parse-answer.ts';

export interface Wanted {
  items?: readonly ('FLAGS' | 'INTERNALDATE' | 'RFC822.SIZE' | 'BODYSTRUCTURE')[];
  /** `HEADER`, or part numbers. */
  parts?: readonly string[];
  /** The number of bytes to fetch of each part, from its beginning. */
  maxBytes: number;
}

/** A message as a server describes it; fields that were not requested or that the server leaves out are missing. */
export interface Fetched {
  uid: number;
  flags: ReadonlySet<string> | undefined;
  /** Empty if it is missing. */
  internalDate: string;
  size: number | undefined;
  structure: MessageStructureObject | undefined;
  parts: ReadonlyMap<string, Buffer>;
}

/**
 * Calls `read` with each of these messages of the open mailbox as it arrives, since answers may be large, and returns
 * the results. Messages without a result, unreadable ones and those that weren’t requested are left out.
 *
 * imapflow creates a promise for each word of an answer and serializes all answers again for its log, even if there is
 * none. That takes half of the processor time of reading mail. So answers in the usual form are parsed here, and all
 * others by imapflow.
 */
export async function fetchMessages<Result>(
  client: ImapFlow,
  uids: readonly number[],
  wanted: Wanted,
  read: (message: Fetched) => Result | undefined,
): Promise<Result[]> {
  const missing = new Set(uids);
  const results: Result[] = [];
  const take = (attributes: readonly Token[]) => {
    const found = attributesIn(attributes);
    const uid = numberOf(found.get('UID'));
    // Servers also report other messages whose flags change meanwhile.
    if (uid === undefined || !missing.has(uid)) return;
    const result = readable(() => read(messageOf(uid, found)));
    if (result === undefined) return;
    missing.delete(uid);
    results.push(result);
  };
  await takingAnswers(client, take, async (internals) => {
    const { next } = await internals.exec('UID FETCH', [{ type: 'SEQUENCE', value: rangeOf(uids) }, itemsOf(wanted)], {
      untagged: { FETCH: async ({ attributes }) => take((attributes[1] ?? []) as Token[]) },
    });
    next();
  });
  return results;
}

/** Until the work has ended, answers to FETCH bypass imapflow. Only one command at a time may do so. */
async function takingAnswers(
  client: ImapFlow,
  take: (attributes: readonly Token[]) => void,
  work: (internals: Internals) => Promise<void>,
): Promise<void> {
  const internals = internalsOf(client);
  if (Object.hasOwn(internals, 'handleResponse')) throw new Error('Another FETCH is on its way.');
  const usual = internals.handleResponse;
  internals.handleResponse = async (answer) => {
    const attributes = parseFetchAnswer(answer.payload, answer.literals);
    if (!attributes) return usual.call(client, answer);
    take(attributes);
    return true;
  };
  try {
    await work(internals);
  } finally {
    // This restores the method of the class.
    Reflect.deleteProperty(internals, 'handleResponse');
  }
}

const itemsOf = ({ items = [], parts = [], maxBytes }: Wanted) => [
  ...['UID', ...items].map((value) => ({ type: 'ATOM', value })),
  ...parts.map((value) => ({
    type: 'ATOM',
    value: 'BODY.PEEK',
    section: [{ type: 'ATOM', value }],
    partial: [0, maxBytes],
  })),
];

const attributesIn = (attributes: readonly Token[]): ReadonlyMap<string, Token> => {
  const found = new Map<string, Token>();
  for (let at = 0; at + 1 < attributes.length; at += 2) found.set(nameOf(attributes[at]!), attributes[at + 1]!);
  return found;
};

/** Throws if its structure can’t be read. */
function messageOf(uid: number, found: ReadonlyMap<string, Token>): Fetched {
  const [flags, structure] = [found.get('FLAGS'), found.get('BODYSTRUCTURE')];
  return {
    uid,
    flags: Array.isArray(flags) ? new Set(flags.map(textOf)) : undefined,
    internalDate: textOf(found.get('INTERNALDATE')),
    size: numberOf(found.get('RFC822.SIZE')),
    structure: Array.isArray(structure) ? parseStructure(structure) : undefined,
    parts: partsIn(found),
  };
}

function readable<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function partsIn(found: ReadonlyMap<string, Token>): Map<string, Buffer> {
  const parts = new Map<string, Buffer>();
  for (const [name, token] of found) {
    const value = contentOf(token);
    if (name.startsWith('BODY[') && value !== undefined)
      parts.set(name.slice('BODY['.length, -1), typeof value === 'string' ? Buffer.from(value) : value);
  }
  return parts;
}

/** The value of `BODY[1.2]`, whichever parser read it. */
function nameOf(token: Token): string {
  const section = token && 'section' in token ? `[${(token.section ?? []).map(textOf).join(' ')}]` : '';
  return `${textOf(token)}${section}`.toUpperCase();
}

const contentOf = (token: Token | undefined) => (token && 'value' in token ? token.value : undefined);
const textOf = (token: Token | undefined) => contentOf(token)?.toString() ?? '';

function numberOf(token: Token | undefined): number | undefined {
  const text = textOf(token);
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}

/** Formats UIDs as `1:3,7` for 1, 2, 3 and 7 in any order. */
export function rangeOf(uids: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const uid of [...uids].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && uid <= run.last + 1) run.last = uid;
    else runs.push({ first: uid, last: uid });
  }
  return runs.map(({ first, last }) => (first === last ? `${first}` : `${first}:${last}`)).join(',');
}
