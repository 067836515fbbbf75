/** The content of a mail in plain text; all mails share one design. */
export interface MailContent {
  subject: string;
  /** The preview that lists of mails show beside the subject. */
  preheader: string;
  heading: string;
  blocks: MailBlock[];
  /** Why the reader gets this mail. */
  footer: string;
}

export type MailBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; code: string }
  /** `url` is an http or https address. */
  | { kind: 'button'; label: string; url: string }
  | { kind: 'note'; text: string };
