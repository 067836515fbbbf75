import { escapeHtml } from '../text/html.ts';
import { MAILBOX_LOGO, MAILBOX_STYLE } from './mailbox-look.ts';

export interface MailboxEntry {
  id: string;
  to: string;
  subject: string;
  text: string;
  sent_at: Date;
}

/** Only this machine reads it, so its own time zone is the reader's. */
const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** Mail that stays here, newest first; a page without script. */
export function mailboxPage(messages: readonly MailboxEntry[]): string {
  const newestFirst = messages.toSorted((a, b) => b.sent_at.getTime() - a.sent_at.getTime());
  const list = newestFirst.length === 0 ? EMPTY : `<ol class="list">${newestFirst.map(row).join('')}</ol>`;
  return page(
    'Test mailbox',
    `<div class="title"><h1>Test mailbox</h1><a class="quiet" href="/dev/mailbox">Refresh</a></div>
    <p class="hint">Email stays here until a mail server is set up. Set <code>SMTP_URL</code> to send it.</p>
    ${list}`,
  );
}

/** One mail: its HTML in a frame that cannot run script, and its plain text with links that work. */
export function mailPage(message: MailboxEntry): string {
  const body = `/dev/mailbox/${encodeURIComponent(message.id)}/body`;
  return page(
    message.subject,
    `<p><a class="quiet" href="/dev/mailbox">← Test mailbox</a></p>
    <h1>${escapeHtml(message.subject)}</h1>
    <dl><dt>To</dt><dd>${escapeHtml(message.to)}</dd><dt>Sent</dt><dd>${when(message.sent_at)}</dd></dl>
    <iframe src="${body}" title="HTML of this email" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
    <h2>Plain text</h2>
    <pre>${linked(message.text)}</pre>`,
  );
}

const EMPTY = `<div class="empty"><strong>No email yet</strong>
    <p>Verification codes, invitations and notices appear here.</p></div>`;

function row({ id, to, subject, text, sent_at }: MailboxEntry): string {
  return `<li><a href="/dev/mailbox/${encodeURIComponent(id)}">
      <span class="to">${escapeHtml(to)}</span>${when(sent_at)}
      <span class="subject">${escapeHtml(subject)}</span>
      <span class="snippet">${escapeHtml(text.replace(/\s+/g, ' ').slice(0, 160))}</span></a></li>`;
}

function when(moment: Date): string {
  return `<time datetime="${moment.toISOString()}">${time.format(moment)}</time>`;
}

function linked(text: string): string {
  return escapeHtml(text).replace(
    /https?:\/\/(?:(?!&quot;|&lt;|&gt;|&#39;)\S)+/g,
    (url) => `<a href="${url}" target="_blank" rel="noopener">${url}</a>`,
  );
}

function page(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Sheaf</title>
<style>${MAILBOX_STYLE}</style>
</head>
<body>
<header><a href="/">${MAILBOX_LOGO}<span>Sheaf</span></a></header>
<main>
    ${main}
</main>
</body>
</html>
`;
}
