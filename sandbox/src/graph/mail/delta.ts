import { seededId } from '../../shared/random.ts';
import type { SandboxResponse } from '../../shared/server.ts';
import { jsonAnswer } from '../errors.ts';
import { MailError } from './errors.ts';
import type { MailCall } from './mail-call.ts';
import { type Mailbox, usualId } from './mailbox.ts';
import type { FolderChange, MailFolder, MailMessage } from './message.ts';
import { happens } from './oddities.ts';
import { messageResource, type Shape } from './resource.ts';

/** The content of a link, as at Microsoft: the query of the first request, and the position. */
interface Token {
  folderId: string;
  age: number;
  select: string | null;
  /** The position in the log at the start of the round, or of the next changes. */
  at: number;
  /** During the listing of the folder: the last message so far. */
  before?: { at: number; id: string };
  kind: 'list' | 'changes';
  /** Set if the previous page was empty; this page has its position. */
  isAfterEmpty?: boolean;
}

const usualPageSize = 10;

/** GET mailFolders/{id}/messages/delta: first the messages of the folder, newest first, then what changed. */
export function messagesDelta(call: MailCall, folder: MailFolder): SandboxResponse {
  const { req, mailbox, maxPerPage, isImmutable } = call;
  const { isAfterEmpty = false, ...token } = tokenOf(call, folder);
  const { oddities } = mailbox;
  const place = JSON.stringify(token);
  if (!isAfterEmpty && happens(oddities, 'emptyPages', place))
    return answer(call, folder, [], { ...token, isAfterEmpty: true }, false);
  const shape = { isImmutable, select: token.select };
  const max = Math.min(call.pageSize ?? usualPageSize, maxPerPage);
  if (token.kind === 'changes') {
    const { entries, at } = changesFrom(mailbox, token, max);
    const value = entries.map((entry) => changeResource(mailbox, entry, shape));
    return answer(call, folder, oddPage(call, value, place), { ...token, at }, at === mailbox.log.length);
  }
  if (req.query.get('$orderby') !== null && req.query.get('$orderby') !== 'receivedDateTime desc')
    throw new MailError('RequestBroker--ParseUri', 'Only receivedDateTime desc is supported');
  const rest = [...mailbox.messages]
    .filter((message) => message.folderId === folder.id && (!token.before || isOlder(message, token.before)))
    .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  const page = rest.slice(0, max);
  const value = page.map((message) => messageResource(message, shape));
  const isLast = page.length === rest.length;
  const { before: _, ...begun } = token;
  const last = page.at(page.length > 1 && happens(oddities, 'repeated', place) ? -2 : -1);
  const next: Token = isLast ? { ...begun, kind: 'changes' } : { ...token, before: { at: last!.at, id: last!.id } };
  return answer(call, folder, oddPage(call, value, place), next, isLast);
}

/** Repeats entries and removes unknown ids in an odd mailbox. */
function oddPage({ mailbox: { oddities } }: MailCall, value: readonly object[], place: string): object[] {
  const twice = value.flatMap((entry, index) =>
    happens(oddities, 'repeated', `${place}/${index}`) ? [entry, entry] : [entry],
  );
  const id = `AAkALg${seededId(`${oddities.seed}/${place}`, 60)}A=`;
  const stranger = { '@odata.type': '#microsoft.graph.message', id, '@removed': { reason: 'deleted' } };
  return happens(oddities, 'strangers', place) ? [stranger, ...twice] : twice;
}

const isOlder = (message: MailMessage, than: { at: number; id: string }) =>
  message.at < than.at || (message.at === than.at && message.id < than.id);

/** Each message once, at its last change. */
function changesFrom({ log }: Mailbox, { folderId, at: from }: Token, max: number) {
  const last = new Map<string, number>();
  const isWhole = new Set<string>();
  for (let at = from; at < log.length; at++) {
    const { messageId, kind } = log[at]!;
    if (log[at]!.folderId !== folderId) continue;
    last.set(messageId, at);
    if (kind === 'changed') isWhole.add(messageId);
  }
  const entries: FolderChange[] = [];
  let at = from;
  for (; at < log.length && entries.length < max; at++) {
    const entry = log[at]!;
    if (entry.folderId !== folderId || last.get(entry.messageId) !== at) continue;
    entries.push(entry.kind === 'read' && isWhole.has(entry.messageId) ? { ...entry, kind: 'changed' } : entry);
  }
  return { entries, at };
}

function changeResource(mailbox: Mailbox, { messageId, folderId, kind }: FolderChange, shape: Shape): object {
  const message = mailbox.find(messageId);
  const type = { '@odata.type': '#microsoft.graph.message' };
  if (kind === 'removed' || message?.folderId !== folderId) {
    const id = shape.isImmutable ? messageId : usualId({ id: messageId, folderId } as MailMessage);
    // A moved message and a deleted one look the same.
    return { ...type, id, '@removed': { reason: 'deleted' } };
  }
  const whole = { ...type, ...messageResource(message, shape) } as Record<string, unknown>;
  return kind === 'read' ? { ...type, id: whole.id, isRead: message.isRead } : whole;
}

function answer(
  { mailbox, origin }: MailCall,
  folder: MailFolder,
  value: object[],
  token: Token,
  isEnd: boolean,
): SandboxResponse {
  const link = new URL(`${origin}/v1.0/me/mailFolders('${folder.id}')/messages/delta`);
  const text = Buffer.from(JSON.stringify({ ...token, age: mailbox.age })).toString('base64url');
  link.searchParams.set(isEnd ? '$deltatoken' : '$skiptoken', text);
  return jsonAnswer({ [isEnd ? '@odata.deltaLink' : '@odata.nextLink']: link.href, value });
}

function tokenOf({ req, mailbox }: MailCall, { id }: MailFolder): Token {
  const text = req.query.get('$skiptoken') ?? req.query.get('$deltatoken');
  if (text === null) {
    const select = req.query.get('$select');
    return { folderId: id, age: mailbox.age, select, at: mailbox.log.length, kind: 'list' };
  }
  const token = parsed(text);
  if (token?.folderId !== id) throw new MailError('BadRequest', 'Badly formed token.');
  if (token.age !== mailbox.age || mailbox.losesHistoryNow() || req.fault?.kind === 'expire-cursor')
    throw new MailError('SyncStateNotFound');
  return token;
}

function parsed(text: string): Token | null {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Token;
  } catch {
    return null;
  }
}
