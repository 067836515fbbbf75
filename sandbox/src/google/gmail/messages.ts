import type { gmail_v1 } from '@googleapis/gmail';
import { partAt } from '../../shared/mail/mail-part.ts';
import { base64url, rawMail } from '../../shared/mail/raw-mail.ts';
import type { SandboxResponse } from '../../shared/server.ts';
import { type Call, MAIL_SCOPES } from '../call.ts';
import { GoogleError, jsonAnswer } from '../errors.ts';
import { type MessageFormat, messageResource, partIdOf } from './message-resource.ts';
import { happens } from './oddities.ts';
import { asked, cut, maxResults, oddPage, positionOf, tokenAfter } from './pages.ts';

/** Lists ids only; `messages` is left out if there are none. */
export function listMessages(call: Call): SandboxResponse {
  const { mailbox } = call;
  const { labelIds, spamAndTrash } = asked(call);
  const before = positionOf(call);
  const mails = mailbox.newest(labelIds, { spamAndTrash, ...(before && { before }) });
  const { page, nextPageToken } = oddPage(call, cut(mails, maxResults(call), tokenAfter));
  const isWrong = happens(mailbox.oddities, 'wrongEstimates', nextPageToken ?? '');
  return jsonAnswer({
    ...(page.length > 0 && { messages: page.map(({ id, threadId }) => ({ id, threadId })) }),
    ...(nextPageToken && { nextPageToken }),
    resultSizeEstimate: isWrong ? 0 : nextPageToken ? 201 : page.length,
  } satisfies gmail_v1.Schema$ListMessagesResponse);
}

export function getMessage(call: Call): SandboxResponse {
  const { req, mailbox, params } = call;
  const format = formatOf(call);
  const mail = mailbox.get(params.id!);
  if (mailbox.isLate(mail)) throw new GoogleError('notFound', 'Requested entity was not found.');
  const isBroken = happens(mailbox.oddities, 'broken', mail.id);
  if (format !== 'raw')
    return jsonAnswer(
      messageResource(mail, format, { metadataHeaders: req.query.getAll('metadataHeaders'), isBroken }),
    );
  const about = JSON.stringify(messageResource(mail, 'minimal')).slice(0, -1);
  return streamed(`${about},"raw":"`, rawMail(mail.letter()));
}

export function getAttachment({ mailbox, params }: Call): SandboxResponse {
  const mail = mailbox.get(params.messageId!);
  const partId = partIdOf(params.id!);
  const content = partId === undefined ? undefined : partAt(mail.letter().root, partId)?.content;
  if (!content) throw new GoogleError('invalidArgument', 'Invalid attachment token');
  return streamed(`{\n  "size": ${content.size},\n  "data": "`, content.read());
}

/** Generated while it is sent, since attachments have up to 25 MB. */
function streamed(start: string, bytes: Iterable<Uint8Array>): SandboxResponse {
  function* body() {
    yield Buffer.from(start);
    yield* base64url(bytes);
    yield Buffer.from('"\n}\n');
  }
  return { status: 200, headers: { 'content-type': 'application/json; charset=UTF-8' }, body: body() };
}

/** The metadata scope opens no contents. */
function formatOf({ req, grant }: Call): MessageFormat | 'raw' {
  const format = req.query.get('format') ?? 'full';
  if (format !== 'full' && format !== 'metadata' && format !== 'minimal' && format !== 'raw')
    throw new GoogleError('invalidArgument', `Invalid value at 'format', "${format}"`);
  const opens = [MAIL_SCOPES.full, MAIL_SCOPES.modify, MAIL_SCOPES.readonly];
  if ((format === 'full' || format === 'raw') && !opens.some((scope) => grant.scopes.includes(scope)))
    throw new GoogleError('forbidden', "Metadata scope doesn't allow format FULL");
  return format;
}
