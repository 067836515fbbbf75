import type * as graph from '@microsoft/microsoft-graph-types';

/** The fields of Graph’s answers that the connector reads. */
export type GraphMessage = { id: string } & Pick<
  graph.Message,
  | 'subject'
  | 'body'
  | 'bodyPreview'
  | 'from'
  | 'sender'
  | 'toRecipients'
  | 'ccRecipients'
  | 'bccRecipients'
  | 'receivedDateTime'
  | 'sentDateTime'
  | 'conversationId'
  | 'conversationIndex'
  | 'webLink'
> &
  GraphMarks & { attachments?: GraphAttachment[]; 'attachments@odata.nextLink'?: string };

export type GraphMarks = { id: string } & Pick<graph.Message, 'parentFolderId' | 'isRead' | 'isDraft' | 'flag'>;

/** An entry of a folder’s delta feed. A message that was only marked as read has only that field. */
export type GraphChange = GraphMarks & { '@removed'?: { reason?: string } };

export type GraphAttachment = { id: string; '@odata.type'?: string; contentId?: string | null } & Pick<
  graph.Attachment,
  'name' | 'contentType' | 'isInline'
>;

export type GraphFolder = { id: string; '@odata.type'?: string } & Pick<
  graph.MailFolder,
  'displayName' | 'childFolderCount' | 'isHidden'
>;

/** One page of a list; in a delta feed the last page has a link for the changes that follow. */
export interface GraphPage<Item> {
  value: Item[];
  '@odata.nextLink'?: string;
  '@odata.deltaLink'?: string;
}

export interface GraphError {
  error?: { code?: string; message?: string };
}

const marks = ['parentFolderId', 'isRead', 'isDraft', 'flag'];
export const MARKS = marks.join(',');
export const WHOLE = [
  ...marks,
  'subject',
  'body',
  'from',
  'sender',
  'toRecipients',
  'ccRecipients',
  'bccRecipients',
  'receivedDateTime',
  'sentDateTime',
  'conversationId',
  'conversationIndex',
  'webLink',
].join(',');
/** The fields of a message without its text, if that is too large. */
export const SUMMARY = WHOLE.replace(',body,', ',bodyPreview,');
/** The attachments without their bytes. Only files have a Content-ID, which requires a cast. */
export const ATTACHMENTS = 'id,name,contentType,isInline,microsoft.graph.fileAttachment/contentId';
export const FOLDER = 'id,displayName,childFolderCount,isHidden';
