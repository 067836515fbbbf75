export { composeMail } from './compose.ts';
export type { MailContent } from './content.ts';
export { mailboxPage, mailPage } from './mailbox-page.ts';
export { MailError, type MailTransport } from './message.ts';
export { smtpTransport } from './smtp.ts';
