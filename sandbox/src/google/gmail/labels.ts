import type { gmail_v1 } from '@googleapis/gmail';
import type { SandboxResponse } from '../../shared/server.ts';
import type { Call } from '../call.ts';
import { GoogleError, jsonAnswer } from '../errors.ts';
import type { Mail } from './mail.ts';

export function getProfile({ mailbox }: Call): SandboxResponse {
  const threads = new Set<string>();
  for (const { threadId } of mailbox.newest([], { spamAndTrash: true })) threads.add(threadId);
  return jsonAnswer({
    emailAddress: mailbox.person.email,
    messagesTotal: mailbox.count,
    threadsTotal: threads.size,
    historyId: String(mailbox.history.last),
  } satisfies gmail_v1.Schema$Profile);
}

export function listLabels({ mailbox }: Call): SandboxResponse {
  const labels = [...mailbox.labels].map(({ id, name, type }) => ({ id, name, type }));
  return jsonAnswer({ labels } satisfies gmail_v1.Schema$ListLabelsResponse);
}

/** A label with its counts, which the list leaves out. */
export function getLabel({ mailbox, params }: Call): SandboxResponse {
  const label = mailbox.label(params.id!);
  if (!label) throw new GoogleError('notFound', 'Requested entity was not found.');
  const mails = [...mailbox.newest([label.id], { spamAndTrash: true })];
  const unread = mails.filter(({ labelIds }) => labelIds.includes('UNREAD'));
  const threads = (of: Mail[]) => new Set(of.map(({ threadId }) => threadId)).size;
  return jsonAnswer({
    ...label,
    messagesTotal: mails.length,
    messagesUnread: unread.length,
    threadsTotal: threads(mails),
    threadsUnread: threads(unread),
  } satisfies gmail_v1.Schema$Label);
}
