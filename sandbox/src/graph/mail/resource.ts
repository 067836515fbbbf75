import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { Content } from '../../shared/content/content.ts';
import { seededId } from '../../shared/random.ts';
import { MailError } from './errors.ts';
import { usualId } from './mailbox.ts';
import type { MailFolder, MailMessage } from './message.ts';
import { pick, selectedOf } from './query.ts';

const messageProperties =
  `id subject bodyPreview body from sender toRecipients ccRecipients bccRecipients receivedDateTime
  sentDateTime conversationId conversationIndex parentFolderId isRead isDraft flag hasAttachments internetMessageId
  webLink importance`.split(/\s+/);
const attachmentProperties = ['id', 'name', 'contentType', 'size', 'isInline', 'lastModifiedDateTime'];
/** Only files have this field, which requires a cast. */
const CONTENT_ID = 'microsoft.graph.fileAttachment/contentId';

export interface Shape {
  isImmutable: boolean;
  select: string | null;
  expand?: string | null;
}

export function messageResource(message: MailMessage, { isImmutable, select, expand = null }: Shape) {
  const names = selectedOf(select, messageProperties, 'message');
  const { from, to, cc = [], subject, text = '', html, messageId } = message.write();
  const id = isImmutable ? message.id : usualId(message);
  const attached = attachmentsOf(message);
  const time = new Date(message.at).toISOString().replace(/\.\d+Z$/, 'Z');
  const all = {
    '@odata.etag': `W/"CQAAABYAAAA${Buffer.from(String(message.version)).toString('base64url')}"`,
    id,
    subject,
    bodyPreview: (text || (html ?? '').replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ').trim().slice(0, 255),
    body: html === undefined ? { contentType: 'text', content: text } : { contentType: 'html', content: html },
    from: recipient(from),
    sender: recipient(from),
    toRecipients: to.map(recipient),
    ccRecipients: cc.map(recipient),
    bccRecipients: [],
    receivedDateTime: time,
    sentDateTime: time,
    conversationId: message.conversationId,
    conversationIndex: conversationIndex(message),
    parentFolderId: message.folderId,
    isRead: message.isRead,
    isDraft: message.isDraft,
    flag: { flagStatus: message.isFlagged ? 'flagged' : 'notFlagged' },
    hasAttachments: attached.some(({ isInline }) => !isInline),
    internetMessageId: `<${messageId}>`,
    webLink: `https://outlook.office365.com/owa/?ItemID=${encodeURIComponent(id)}&exvsurl=1&viewmodel=ReadMessageItem`,
    importance: 'normal',
  };
  const attachments = expand === null ? {} : { attachments: expanded(attached, expand) };
  return { ...pick(all, names), ...attachments };
}

/** The conversation index: 22 bytes for the first message, five more for each answer. */
const conversationIndex = ({ conversationId, depth }: MailMessage) =>
  createHash('sha512')
    .update(conversationId)
    .digest()
    .subarray(0, 22 + Math.min(5 * depth, 40))
    .toString('base64');

const recipient = (who: string) => {
  const [, name = who, address = who] = /^"?(.*?)"? <(.+)>$/.exec(who) ?? [];
  return { emailAddress: { name, address } };
};

function expanded(attached: readonly Attached[], expand: string): object[] {
  const [, inner] = /^attachments(?:\(\$select=([^)]*)\))?$/.exec(expand) ?? [];
  if (!expand.startsWith('attachments')) throw new MailError('RequestBroker--ParseUri', `Cannot expand ${expand}`);
  attachmentNames(inner ?? null);
  return attached.map((one) => attachmentResource(one, inner ?? null));
}

function attachmentNames(select: string | null): readonly string[] | null {
  const asked = select?.split(',').filter((one) => one !== CONTENT_ID);
  return selectedOf(asked?.join(',') ?? null, attachmentProperties, 'attachment');
}

export interface Attached {
  id: string;
  type: 'fileAttachment' | 'itemAttachment' | 'referenceAttachment';
  /** The MIME type of an attached item. */
  item?: 'message' | 'event';
  name: string;
  contentType: string | null;
  isInline: boolean;
  contentId: string | null;
  content: Content | null;
}

export function attachmentsOf(message: MailMessage): Attached[] {
  const idOf = (place: string) => `AAkALg${seededId(`${message.id}/${place}`, 80)}=`;
  const files = (message.write().files ?? []).map(
    ({ name, mimeType, content, contentId }, index): Attached => ({
      id: idOf(`file ${index}`),
      type: 'fileAttachment',
      name,
      contentType: mimeType,
      isInline: contentId !== undefined,
      contentId: contentId ?? null,
      content,
    }),
  );
  const extras = message.extras.map((extra, index): Attached => {
    const about = { id: idOf(`extra ${index}`), name: extra.name, isInline: false, contentId: null };
    if (extra.kind === 'reference')
      return { ...about, type: 'referenceAttachment', contentType: extra.mimeType, content: null };
    // Exchange doesn’t report the kind of an item.
    return { ...about, type: 'itemAttachment', item: extra.kind, contentType: null, content: extra.content };
  });
  return [...files, ...extras];
}

export function attachmentResource(attached: Attached, select: string | null, expandsItem = false) {
  const { id, type, item, name, contentType, isInline, contentId, content } = attached;
  const names = attachmentNames(select);
  const wantsContentId = select === null || select.includes(CONTENT_ID);
  // The size includes Exchange’s internal data, so it never is the number of bytes.
  const size = (content?.size ?? 0) + 372;
  const all = { '@odata.type': `#microsoft.graph.${type}`, id, name, contentType, size, isInline };
  return {
    ...pick(all, names),
    ...(type === 'fileAttachment' && wantsContentId && { contentId }),
    ...(item !== undefined && expandsItem && { item: { '@odata.type': `#microsoft.graph.${item}`, id: '' } }),
  };
}

const folderProperties = `id displayName parentFolderId childFolderCount unreadItemCount totalItemCount isHidden`.split(
  ' ',
);

export function folderResource(folder: MailFolder, children: number, select: string | null) {
  const names = selectedOf(select, folderProperties, 'mailFolder');
  const { id, displayName, parentId, isHidden, isSearch } = folder;
  const type = isSearch ? { '@odata.type': '#microsoft.graph.mailSearchFolder' } : {};
  const all = { id, displayName, parentFolderId: parentId, childFolderCount: children, isHidden };
  return { ...type, ...pick(all, names) };
}
