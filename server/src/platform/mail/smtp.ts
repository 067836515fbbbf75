import { createTransport } from 'nodemailer';
import { assertOneLine, MailError, type MailTransport } from './message.ts';

/** One address and nothing else: no list, no display name, no quoting. */
const ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/;

export const maxConnections = 3;

/**
 * Sends mail through an SMTP server. `url` is smtp://user:password@host:587 (with STARTTLS, and not without, unless
 * `?requireTLS=false` says so), smtp://host:25 (STARTTLS if offered; `?requireTLS=true` to insist) or smtps://…:465;
 * `from` is an address, optionally with a name. Connections open on first use and are kept.
 */
export function smtpTransport(url: string, from: string): MailTransport {
  assertOneLine('sender', from);
  const transporter = createTransport({
    url: insistingOnTls(url),
    pool: true,
    maxConnections,
    // Once, for a kept connection that the server has just closed; after that the job tries again.
    maxRequeues: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    async send({ to, subject, html, text }) {
      assertOneLine('subject', subject);
      if (!ADDRESS.test(to)) throw new MailError('The recipient of a mail is not one address.', { permanent: true });
      await transporter
        .sendMail({
          from,
          to: { name: '', address: to },
          subject,
          html,
          text,
          // Keeps holiday notices and other robots from answering.
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
        .catch(classify);
    },

    async verify() {
      await transporter.verify().catch(classify);
    },

    async close() {
      transporter.close();
    },
  };
}

/** An attacker between us and the server can strip its offer of STARTTLS and would get the password. */
function insistingOnTls(url: string): string {
  const address = new URL(url);
  const isOpen = address.protocol === 'smtp:' && !address.searchParams.has('requireTLS');
  if (!isOpen || address.password === '') return url;
  address.searchParams.set('requireTLS', 'true');
  return address.href;
}

interface SmtpFailure extends Error {
  code?: string;
  /** The step that failed, and whether the server's answer was final (5xx). */
  command?: string;
  permanent?: boolean;
}

/**
 * Only a final refusal of this recipient or message is permanent. A refused sender or sign-in is for the operator to
 * fix, and the mail must be sent once it is.
 */
function classify(error: SmtpFailure): never {
  const aboutThisMail = error.command === 'RCPT TO' || error.command === 'DATA';
  const message =
    error.code === 'ETLS' && error.command === 'STARTTLS'
      ? 'The mail server doesn’t offer STARTTLS. Use smtps:// in SMTP_URL, or add ?requireTLS=false to send emails and the password unencrypted.'
      : error.message;
  throw new MailError(message, { permanent: aboutThisMail && error.permanent === true, cause: error });
}
