import { createHash } from 'node:crypto';
import type { Message } from '../../kit/threads.ts';
import { decodeWords, parseAddresses } from './gateway.ts';
import { cutName, decodeText } from './text.ts';

const MAX_RECIPIENTS = 500;
const MAX_TITLE_LENGTH = 500;
/** The maximum length of a field; enough for the addresses of some thousand people. */
const MAX_FIELD_LENGTH = 128 * 1024;
const DAY_MS = 86_400_000;
const ANSWER = /^(?:(?:re|aw|sv|vs|antw|odp|fwd?|wg|tr|rv)\s*(?:\[\d+\])?\s*:\s*)+/i;

type Headers = Pick<Message, 'thread' | 'author' | 'recipients' | 'sentAt'>;
type Fields = ReadonlyMap<string, string>;

/** The header of a message. Any field may be missing or wrong, so each has a default. */
export function readHeaders(bytes: Buffer, receivedAt: Date | null): Headers {
  const fields = fieldsOf(bytes);
  const [from] = [...correspondents(fields.get('from')), ...correspondents(fields.get('sender'))];
  return {
    thread: threadOf(fields, bytes),
    author: from ?? { name: 'Unknown sender' },
    recipients: (['to', 'cc', 'bcc'] as const)
      .flatMap((as) => correspondents(fields.get(as)).map((one) => ({ ...one, as })))
      .slice(0, MAX_RECIPIENTS),
    sentAt: sentAtOf(fields.get('date'), receivedAt),
  };
}

/** The unfolded fields by their lower-case names; the first of each name counts. */
function fieldsOf(bytes: Buffer): Fields {
  const fields = new Map<string, string>();
  for (const line of decodeText(bytes, undefined)
    .replace(/\r?\n(?=[ \t])/g, '')
    .split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (name !== '' && !fields.has(name)) fields.set(name, line.slice(colon + 1, colon + 1 + MAX_FIELD_LENGTH).trim());
  }
  return fields;
}

function correspondents(field: string | undefined): Message['author'][] {
  if (!field) return [];
  return parseAddresses(field)
    .slice(0, MAX_RECIPIENTS)
    .map(({ name, address }) => ({
      name: cutName(decodeWords(name).trim() || address || 'Unknown'),
      ...(address && { address: cutName(address) }),
    }));
}

/** The id of a thread is that of its first message, which is the first of the references. */
function threadOf(fields: Fields, bytes: Buffer): Message['thread'] {
  const own = idIn(fields.get('message-id'));
  const root = idIn(fields.get('references')) ?? idIn(fields.get('in-reply-to')) ?? own;
  const subject = decodeWords((fields.get('subject') ?? '').slice(0, 8 * MAX_TITLE_LENGTH))
    .replace(/\s+/g, ' ')
    .trim();
  const title = root === own ? subject : subject.replace(ANSWER, '');
  return {
    id: createHash('sha256')
      .update(root ?? bytes)
      .digest('base64url') as Message['thread']['id'],
    title: title.slice(0, MAX_TITLE_LENGTH).toWellFormed() || '(no subject)',
  };
}

const idIn = (field: string | undefined): string | undefined => field?.match(/<[^<>\s]+>/)?.[0];

/** The sender’s date, unless it is missing or implausible; then the time the server received the message. */
function sentAtOf(field: string | undefined, receivedAt: Date | null): Date {
  const sent = field === undefined ? Number.NaN : Date.parse(field.slice(0, 100));
  const latest = receivedAt === null ? Date.now() + DAY_MS : receivedAt.getTime() + DAY_MS;
  if (sent > 0 && sent <= latest) return new Date(sent);
  return receivedAt ?? new Date(0);
}
