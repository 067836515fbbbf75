import type { gmail_v1 } from '@googleapis/gmail';
import type { SandboxResponse } from '../../shared/server.ts';
import type { Call } from '../call.ts';
import { GoogleError, jsonAnswer } from '../errors.ts';
import type { Mail } from './mail.ts';
import { messageResource } from './message-resource.ts';
import { formatOf } from './messages.ts';
import { asked, cut, maxResults, placeOf, tokenAfter } from './pages.ts';

/** By their newest mail. */
export function listThreads(call: Call): SandboxResponse {
  const { mailbox } = call;
  const { labelIds, spamAndTrash } = asked(call);
  const before = placeOf(call);
  const { page, nextPageToken } = cut(newestOfThreads(), maxResults(call), tokenAfter);
  const threads = page.map(({ threadId, historyId, letter }) => ({
    id: threadId,
    snippet: letter().snippet,
    historyId: String(historyId),
  }));
  return jsonAnswer({
    ...(threads.length > 0 && { threads }),
    ...(nextPageToken && { nextPageToken }),
    resultSizeEstimate: threads.length,
  } satisfies gmail_v1.Schema$ListThreadsResponse);

  function* newestOfThreads(): Iterable<Mail> {
    const seen = new Set<string>();
    for (const mail of mailbox.newest(labelIds, { spamAndTrash })) {
      if (seen.has(mail.threadId)) continue;
      seen.add(mail.threadId);
      const isAfter = !before || mail.at < before.at || (mail.at === before.at && mail.id < before.id);
      if (isAfter) yield mail;
    }
  }
}

export function getThread(call: Call): SandboxResponse {
  const { req, mailbox, params } = call;
  const format = formatOf(call);
  if (format === 'raw') throw new GoogleError('invalidArgument', 'Threads have no raw format.');
  const mails = mailbox.thread(params.id!);
  if (mails.length === 0) throw new GoogleError('notFound', 'Requested entity was not found.');
  return jsonAnswer({
    id: params.id!,
    historyId: String(Math.max(...mails.map(({ historyId }) => historyId))),
    messages: mails.map((mail) => messageResource(mail, format, req.query.getAll('metadataHeaders'))),
  } satisfies gmail_v1.Schema$Thread);
}
