import { describe, expect, it } from 'vitest';
import { composeMail } from './compose.ts';
import type { MailContent } from './content.ts';

const content: MailContent = {
  subject: 'Ada invites you to Engines',
  preheader: 'Join them on Sheaf.',
  heading: 'Join Engines',
  blocks: [
    { kind: 'paragraph', text: 'Ada has invited you.\nShe is waiting.' },
    { kind: 'code', code: '012345' },
    { kind: 'button', label: 'Accept', url: 'https://sheaf.example/accept?a=1&b=2' },
    { kind: 'note', text: 'Valid for 7 days.' },
  ],
  footer: 'You were invited.',
};

describe('composeMail', () => {
  it('has a plain-text version that reads on its own', () => {
    expect(composeMail(content).text).toBe(
      [
        'Join Engines',
        '',
        'Ada has invited you.',
        'She is waiting.',
        '',
        '    012345',
        '',
        'Accept:',
        'https://sheaf.example/accept?a=1&b=2',
        '',
        'Valid for 7 days.',
        '',
        '-- ',
        'Sheaf',
        'You were invited.',
        '',
      ].join('\n'),
    );
  });

  it('says in HTML what it says in text', () => {
    const { subject, html } = composeMail(content);
    expect(subject).toBe(content.subject);
    for (const text of [
      'Join them on Sheaf.',
      'Join Engines',
      'invited you.<br>She',
      '012345',
      'Valid for 7',
      'You were',
    ]) {
      expect(html).toContain(text);
    }
    expect(html.match(/href="https:\/\/sheaf\.example\/accept\?a=1&amp;b=2"/g)).toHaveLength(2);
  });

  it('shows names in the order they are written', () => {
    const forged = 'invoice\u202efdp.exe';
    const { subject, html, text } = composeMail({ ...content, subject: forged, heading: forged });
    expect(subject).toBe('invoice\ufffdfdp.exe');
    for (const part of [html, text]) expect(part).toContain('invoice\ufffdfdp.exe');
    expect(subject + html + text).not.toContain('\u202e');
  });

  it('escapes everything everywhere', () => {
    const evil = `<img src=x onerror="alert('1')">&`;
    const { html } = composeMail({
      subject: evil,
      preheader: evil,
      heading: evil,
      footer: evil,
      blocks: [
        { kind: 'paragraph', text: evil },
        { kind: 'note', text: evil },
        { kind: 'code', code: evil },
        { kind: 'button', label: evil, url: `https://sheaf.example/"><script>alert(1)</script>` },
      ],
    });
    expect(html).not.toMatch(/<(img|script)/i);
    expect(html).not.toContain('onerror="');
    expect(html.match(/&lt;img src=x onerror=&quot;alert\(&#39;1&#39;\)&quot;&gt;&amp;/g)).toHaveLength(8);
  });

  it('fetches nothing and runs nothing', () => {
    const { html } = composeMail(content);
    expect(html).not.toMatch(/<(img|script|link|iframe|form|object)\b|url\(|@import|@font-face| on\w+=/i);
    const addresses = [...html.matchAll(/https?:\/\/[^"'<\s]+/g)].map(([url]) => new URL(url).host);
    expect(new Set(addresses)).toEqual(new Set(['sheaf.example']));
  });

  it('is small enough not to be clipped', () => {
    expect(Buffer.byteLength(composeMail(content).html)).toBeLessThan(20_000);
  });

  it.each(['a\r\nBcc: x@example.com', 'a\nb', 'a\rb', 'a\0b', 'a\u2028b'])('refuses the subject %j', (subject) => {
    expect(() => composeMail({ ...content, subject })).toThrow(expect.objectContaining({ permanent: true }));
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '/relative', ''])('refuses a button to %j', (url) => {
    const blocks: MailContent['blocks'] = [{ kind: 'button', label: 'Go', url }];
    expect(() => composeMail({ ...content, blocks })).toThrow(TypeError);
  });
});
