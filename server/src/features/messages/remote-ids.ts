import type { RemoteId } from '@sheaf/connectors';

/** Channels, threads and attachments of an account are all documents, so each kind has its own prefix. */
export const channelDocument = (id: string): RemoteId => `channel:${id}` as RemoteId;
export const threadDocument = (id: string): RemoteId => `thread:${id}` as RemoteId;
export const attachmentDocument = (message: string, id: string): RemoteId =>
  `attachment:${JSON.stringify([message, id])}` as RemoteId;

/** The id of the thread, if the document is one. */
export const threadOf = (document: string): string | undefined =>
  document.startsWith('thread:') ? document.slice('thread:'.length) : undefined;

export function attachmentOf(document: string): { message: RemoteId; id: string } | undefined {
  if (!document.startsWith('attachment:')) return undefined;
  const [message, id] = JSON.parse(document.slice('attachment:'.length)) as [RemoteId, string];
  return { message, id };
}
