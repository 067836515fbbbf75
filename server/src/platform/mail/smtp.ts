import { createTransport } from 'nodemailer';
import { assertOneLine, MailError, type MailTransport } from './message.ts';

/** One address and nothing else: no list, no display name, no quoting. */
const ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/;

export const maxConnections = 3;

/**
 * Mail through an SMTP server. `url` is smtp://user:password@host:587 (by STARTTLS, and not without, unless
 * `?requireTLS=false` says so), smtp://host:25 (STARTTLS where offered; `?requireTLS=true` to insist) or smtps://…:465; `from` is an address, with a name if wanted. Connections open on first use and are kept.
 */
export function smtpTransport(url: string, from: string): MailTransport {
  assertOneLine('sender', from);
  const transporter = createTransport({
    url: insistingOnTls(url),
    pool: true,
    maxConnections,
    // Once, for a kept connection that the server has just closed; beyond that the job tries again.
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

/** Whoever is between us and the server can take its offer of STARTTLS away, and would get the password. */
function insistingOnTls(url: string): string {
  const address = new URL(url);
  const isOpen = address.protocol === 'smtp:' && !address.searchParams.has('requireTLS');
  if (!isOpen || address.password === '') return url;
  address.searchParams.set('requireTLS', 'true');
  return address.href;
}

interface SmtpFailure extends Error {
  code?: string;
  /** The step that failed, and whether the server's answer was a final one (5xx). */
  command?: string;
  permanent?: boolean;
}

/**
 * Only a final no to this recipient or this message is permanent. A refused sender or sign-in is for the operator to fix,
 * and the mail shall go out once it is.
 */
function classify(error: SmtpFailure): never {
  const aboutThisMail = error.command === 'RCPT TO' || error.command === 'DATA';
  const message =
    error.code === 'ETLS' && error.command === 'STARTTLS'
      ? 'The mail server doesn’t offer STARTTLS. Use smtps:// in SMTP_URL, or add ?requireTLS=false to send emails and the password unencrypted.'
      : error.message;
  throw new MailError(message, { permanent: aboutThisMail && error.permanent === true, cause: error });
}
