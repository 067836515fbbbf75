export { composeMail } from './compose.ts';
export type { MailBlock, MailContent } from './content.ts';
export { type MailboxEntry, mailboxPage, mailPage } from './mailbox-page.ts';
export { MailError, type MailMessage, type MailTransport } from './message.ts';
export { smtpTransport } from './smtp.ts';
