import { z } from 'zod';
import { timestamp } from './calls/fields.ts';

const correspondent = z.object({ name: z.string(), email: z.string().nullable(), avatar: z.string().nullable() });

/** What lists show of a thread of mail or chat. */
export const conversation = z.object({
  kind: z.enum(['mail', 'chat']),
  messages: z.int(),
  /** As reported by the source, for the viewer's own account; 0 for what others share. */
  unread: z.int(),
  flagged: z.boolean(),
  /** The authors, first ones first; `others` is the number of those not named. */
  people: z.array(z.string()),
  others: z.int(),
  first_at: timestamp,
  /** Files attached to the messages; pictures inside a message are part of it. */
  attachments: z.int(),
});

export const threadMessage = z
  .object({
    id: z.uuid(),
    author: correspondent,
    recipients: z.array(correspondent.extend({ as: z.enum(['to', 'cc', 'bcc']) })),
    sent_at: timestamp,
    edited_at: timestamp.nullable(),
    /** Shown below the message that it answers, however late it came. */
    answer: z.boolean(),
    unread: z.boolean(),
    flagged: z.boolean(),
    /** HTML, base64url. */
    body: z.string(),
    /** `document_id` is null while it is not here, or if the viewer may not see it. */
    attachments: z.array(z.object({ document_id: z.uuid().nullable(), name: z.string(), size: z.int().nullable() })),
  })
  .meta({ id: 'ThreadMessage' });
export type ThreadMessage = z.output<typeof threadMessage>;

/** A picture in a message: `<img src="cid:…">` in its body refers to it. */
export const messagePicture = z.object({
  content_id: z.string(),
  mime_type: z.string(),
  /** Its bytes, base64. */
  data: z.string(),
});
export type MessagePicture = z.output<typeof messagePicture>;
