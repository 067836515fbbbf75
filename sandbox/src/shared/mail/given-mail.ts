import { EndlessContent, StoredContent } from '../content/content.ts';

/** A mail for somebody’s mailbox; by default Dana wrote it just now and it is unread. */
export interface GivenMail {
  from?: string;
  to?: string[];
  subject: string;
  text?: string;
  html?: string;
  /** The id of a mail in the same mailbox. */
  answers?: string;
  at?: number;
  /** Bytes as base64, or only their number. */
  files?: { name: string; mimeType: string; base64?: string; size?: number; contentId?: string }[];
}

/** Writes mails, each a step later than the previous one unless it has its own time. */
export function mailWriter(stepMs: number) {
  let made = 0;
  return (given: GivenMail, mailbox: { person: { email: string } }) => {
    const { from = 'Dana Moreau <dana@example.com>', to = [mailbox.person.email], files = [] } = given;
    made += 1;
    return {
      subject: given.subject,
      ...(given.text !== undefined && { text: given.text }),
      ...(given.html !== undefined && { html: given.html }),
      from,
      to,
      at: given.at ?? Date.now() + made * stepMs,
      messageId: `control-${made}@example.com`,
      files: files.map(({ base64 = '', size, ...file }) => ({
        ...file,
        content:
          size === undefined ? new StoredContent(Buffer.from(base64, 'base64')) : new EndlessContent(file.name, size),
      })),
    };
  };
}
