/** What a mail says, in plain text; how it looks is decided in one place for all of them. */
export interface MailContent {
  subject: string;
  /** What a list of mails shows beside the subject. */
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
