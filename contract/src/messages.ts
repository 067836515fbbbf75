import { z } from 'zod';
import { timestamp } from './calls/fields.ts';

const correspondent = z.object({ name: z.string(), email: z.string().nullable(), avatar: z.string().nullable() });

/** What lists say of a thread of mail or chat. */
export const conversation = z.object({
  kind: z.enum(['mail', 'chat']),
  messages: z.int(),
  /** As the source says, of one's own account; 0 of what others share. */
  unread: z.int(),
  flagged: z.boolean(),
  /** Who wrote, first ones first; `others` more are not named. */
  people: z.array(z.string()),
  others: z.int(),
  first_at: timestamp,
  /** Files that came with the messages; pictures inside a message are part of it. */
  attachments: z.int(),
});

export const threadMessage = z
  .object({
    id: z.uuid(),
    author: correspondent,
    recipients: z.array(correspondent.extend({ as: z.enum(['to', 'cc', 'bcc']) })),
    sent_at: timestamp,
    edited_at: timestamp.nullable(),
    /** It stands below the message that it answers, however late it came. */
    answer: z.boolean(),
    unread: z.boolean(),
    flagged: z.boolean(),
    /** HTML, base64url. */
    body: z.string(),
    /** `document_id` is null while it is not here, or where one may not see it. */
    attachments: z.array(z.object({ document_id: z.uuid().nullable(), name: z.string(), size: z.int().nullable() })),
  })
  .meta({ id: 'ThreadMessage' });
export type ThreadMessage = z.output<typeof threadMessage>;

/** A picture that came inside a message: `<img src="cid:…">` in its body names it. */
export const messagePicture = z.object({
  content_id: z.string(),
  mime_type: z.string(),
  /** Its bytes, base64. */
  data: z.string(),
});
export type MessagePicture = z.output<typeof messagePicture>;
