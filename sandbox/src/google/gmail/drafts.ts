import type { gmail_v1 } from '@googleapis/gmail';
import type { SandboxResponse } from '../../shared/server.ts';
import type { Call } from '../call.ts';
import { GoogleError, jsonAnswer } from '../errors.ts';
import { messageResource } from './message-resource.ts';
import { formatOf } from './messages.ts';
import { cut, maxResults, placeOf, tokenAfter } from './pages.ts';

/** Drafts have ids of their own; their mails are also in the list of messages. */
export function listDrafts(call: Call): SandboxResponse {
  const before = placeOf(call);
  const mails = call.mailbox.newest(['DRAFT'], before ? { before } : {});
  const { page, nextPageToken } = cut(mails, maxResults(call), tokenAfter);
  const drafts = page.map(({ id, threadId }) => ({ id: `r-${id}`, message: { id, threadId } }));
  return jsonAnswer({
    ...(drafts.length > 0 && { drafts }),
    ...(nextPageToken && { nextPageToken }),
    resultSizeEstimate: drafts.length,
  } satisfies gmail_v1.Schema$ListDraftsResponse);
}

export function getDraft(call: Call): SandboxResponse {
  const mail = call.mailbox.get(call.params.id!.replace(/^r-/, ''));
  if (!mail.labelIds.includes('DRAFT')) throw new GoogleError('notFound', 'Requested entity was not found.');
  const format = formatOf(call);
  const message = messageResource(mail, format === 'raw' ? 'minimal' : format);
  return jsonAnswer({ id: `r-${mail.id}`, message } satisfies gmail_v1.Schema$Draft);
}
