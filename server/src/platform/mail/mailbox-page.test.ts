import { describe, expect, it } from 'vitest';
import { mailboxPage, mailPage } from './mailbox-page.ts';

const mail = {
  id: '0190-a',
  to: 'ada@example.com',
  subject: 'Hello <b>',
  text: 'Open:\nhttps://sheaf.example/x?a=1&b="2" now',
  sent_at: new Date('2026-01-02T03:04:05Z'),
};

describe('the test mailbox', () => {
  it('lists mail newest first, each leading to its own page', () => {
    const later = { ...mail, id: 'b', subject: 'Later', sent_at: new Date('2026-01-03T00:00:00Z') };
    const html = mailboxPage([mail, later]);
    expect(html.indexOf('href="/dev/mailbox/b"')).toBeGreaterThan(0);
    expect(html.indexOf('href="/dev/mailbox/b"')).toBeLessThan(html.indexOf('href="/dev/mailbox/0190-a"'));
    expect(html).toContain('Hello &lt;b&gt;');
    expect(html).toContain('datetime="2026-01-02T03:04:05.000Z"');
  });

  it('says that it is empty', () => {
    expect(mailboxPage([])).toContain('No email yet');
  });

  it('shows one mail in a frame without script, and its text with working links', () => {
    const html = mailPage(mail);
    expect(html).toMatch(
      /<iframe src="\/dev\/mailbox\/0190-a\/body"[^>]+sandbox="(?!.*(allow-scripts|allow-same-origin))/,
    );
    expect(html).toContain('<a href="https://sheaf.example/x?a=1&amp;b=" target="_blank"');
    expect(html).toContain('<h1>Hello &lt;b&gt;</h1>');
    expect(html).not.toContain('<script');
  });
});
