import type { ImapFlow, MessageStructureObject } from 'imapflow';
import { internalsOf, parseStructure } from './internals.ts';
import { parseFetchAnswer, type Token } from './parse-answer.ts';

export interface Wanted {
  items?: readonly ('FLAGS' | 'INTERNALDATE' | 'RFC822.SIZE' | 'BODYSTRUCTURE')[];
  /** `HEADER`, or a part by its number. */
  parts?: readonly string[];
  /** Of each part, from its beginning. */
  maxBytes: number;
}

/** A message as a server describes it; what was not asked for, or what the server leaves out, is missing. */
export interface Fetched {
  uid: number;
  flags: ReadonlySet<string> | undefined;
  /** Empty where it is missing. */
  internalDate: string;
  size: number | undefined;
  structure: MessageStructureObject | undefined;
  parts: ReadonlyMap<string, Buffer>;
}

/**
 * These messages of the open mailbox, without those that cannot be read, and maybe with others whose flags changed.
 *
 * imapflow makes a promise for each word of an answer and writes all answers out again for its log, even where there is
 * none: half of the processor time that reading mail takes. So answers in the usual form are read here; all else is left
 * to imapflow's parser.
 */
export async function fetchMessages(client: ImapFlow, range: string, wanted: Wanted): Promise<Fetched[]> {
  const internals = internalsOf(client);
  const messages: Fetched[] = [];
  const take = (attributes: readonly Token[]) => {
    const message = messageOf(attributes);
    if (message) messages.push(message);
  };
  const usual = internals.handleResponse;
  internals.handleResponse = async (answer) => {
    const attributes = parseFetchAnswer(answer.payload, answer.literals);
    if (!attributes) return usual.call(client, answer);
    take(attributes);
    return true;
  };
  try {
    const { next } = await internals.exec('UID FETCH', [{ type: 'SEQUENCE', value: range }, itemsOf(wanted)], {
      untagged: { FETCH: async ({ attributes }) => take(attributes[1] as Token[]) },
    });
    next();
  } finally {
    internals.handleResponse = usual;
  }
  return messages;
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

/** Undefined where it has no UID, or a structure that cannot be read. */
function messageOf(attributes: readonly Token[]): Fetched | undefined {
  const found = new Map<string, Token>();
  for (let at = 0; at + 1 < attributes.length; at += 2) found.set(nameOf(attributes[at]!), attributes[at + 1]!);
  const uid = numberOf(found.get('UID'));
  if (uid === undefined) return undefined;
  const [flags, structure] = [found.get('FLAGS'), found.get('BODYSTRUCTURE')];
  try {
    return {
      uid,
      flags: Array.isArray(flags) ? new Set(flags.map(textOf)) : undefined,
      internalDate: textOf(found.get('INTERNALDATE')),
      size: numberOf(found.get('RFC822.SIZE')),
      structure: Array.isArray(structure) ? parseStructure(structure) : undefined,
      parts: partsIn(found),
    };
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

/** `BODY[1.2]`, whichever parser read it. */
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
