import { writeLetter } from '../../shared/mail/letter.ts';
import { rawMail } from '../../shared/mail/raw-mail.ts';
import type { SandboxResponse } from '../../shared/server.ts';
import { jsonAnswer } from '../errors.ts';
import { messagesDelta } from './delta.ts';
import { MailError } from './errors.ts';
import type { MailCall } from './mail-call.ts';
import type { MailFolder, MailMessage } from './message.ts';
import { happens } from './oddities.ts';
import { attachmentResource, attachmentsOf, folderResource, messageResource } from './resource.ts';

/** The calls that the connector makes, by the path after /v1.0. */
export function answerMail(call: MailCall, path: string): SandboxResponse {
  const { mailbox, req } = call;
  if (!mailbox.isEnabled) throw new MailError('MailboxNotEnabledForRESTAPI');
  // A key can be written in two ways: mailFolders('x') and mailFolders/x.
  const [, kind, ...rest] = path
    .replace(/\('([^')]+)'\)/g, '/$1')
    .split('/')
    .slice(1)
    .map(decodeURIComponent);
  if (req.method !== 'GET') throw new MailError('ErrorAccessDenied');
  if (kind === 'mailFolders') return answerFolders(call, rest);
  const [id = '', what, attachmentId, value] = rest;
  const message = mailbox.message(id);
  if (what === undefined) return oneMessage(call, message);
  if (what === '$value' && rest.length === 2) return mime(message);
  if (what !== 'attachments') throw new MailError('BadRequest');
  return answerAttachments(call, message, attachmentId, value);
}

function answerFolders(call: MailCall, [key, what, ...rest]: string[]): SandboxResponse {
  const { mailbox } = call;
  if (key === undefined) return listFolders(call, mailbox.childrenOf(mailbox.rootId));
  const folder = mailbox.folder(key);
  if (what === undefined) return jsonAnswer(describe(call, folder));
  if (what === 'childFolders') return listFolders(call, mailbox.childrenOf(folder.id));
  if (what === 'messages' && rest[0] === 'delta') return messagesDelta(call, folder);
  throw new MailError('BadRequest');
}

const describe = ({ mailbox, req }: MailCall, folder: MailFolder) =>
  folderResource(folder, mailbox.childrenOf(folder.id).length, req.query.get('$select'));

/** Ten per page by default; hidden ones only on request. */
function listFolders(call: MailCall, folders: readonly MailFolder[]): SandboxResponse {
  const { req, maxPerPage, origin } = call;
  const shown = folders.filter(({ isHidden }) => !isHidden || req.query.get('includeHiddenFolders') === 'true');
  const skip = Number(req.query.get('$skip') ?? '0');
  const top = Math.min(Number(req.query.get('$top') ?? '10'), maxPerPage);
  const value = shown.slice(skip, skip + top).map((folder) => describe(call, folder));
  const link = new URL(`${origin}${req.path}`);
  for (const [name, asked] of req.query) link.searchParams.set(name, asked);
  link.searchParams.set('$skip', String(skip + top));
  return jsonAnswer({ value, ...(skip + top < shown.length && { '@odata.nextLink': link.href }) });
}

function oneMessage({ req, mailbox, isImmutable }: MailCall, message: MailMessage): SandboxResponse {
  if (mailbox.isLate(message)) throw new MailError('ErrorItemNotFound');
  const shape = { isImmutable, select: req.query.get('$select'), expand: req.query.get('$expand') };
  const { from, sender, conversationIndex, ...rest } = messageResource(message, shape) as Record<string, unknown>;
  const isBare = happens(mailbox.oddities, 'withoutSender', message.id);
  return jsonAnswer(isBare ? rest : { ...rest, from, sender, conversationIndex });
}

const mime = (message: MailMessage): SandboxResponse => ({
  status: 200,
  headers: { 'content-type': 'text/plain' },
  body: rawMail(writeLetter(message.write())),
});

const itemTypes = { message: 'message/rfc822', event: 'text/calendar' } as const;

function answerAttachments(call: MailCall, message: MailMessage, id?: string, value?: string): SandboxResponse {
  const { query } = call.req;
  const all = attachmentsOf(message);
  if (id === undefined) return jsonAnswer({ value: all.map((one) => attachmentResource(one, query.get('$select'))) });
  const found = all.find((one) => one.id === id);
  if (!found) throw new MailError(id.startsWith('AAkALg') ? 'ErrorItemNotFound' : 'ErrorInvalidIdMalformed');
  const expandsItem = query.get('$expand') === 'microsoft.graph.itemAttachment/item';
  if (value === undefined) return jsonAnswer(attachmentResource(found, query.get('$select'), expandsItem));
  if (!found.content) throw new MailError('NotSupported');
  const type = found.item ? itemTypes[found.item] : (found.contentType ?? 'application/octet-stream');
  return { status: 200, headers: { 'content-type': type }, body: found.content.read() };
}
