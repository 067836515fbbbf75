import { expect, it } from 'vitest';
import { htmlOfText, safeHtml } from './safe-html.ts';

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt&#58;alert(1)">x</a>',
  '<iframe src="https://evil.example"></iframe>',
  '<form action="https://evil.example"><input name=password></form>',
  '<style>body { background: url(https://evil.example) }</style>',
  '<div style="background: url(https://evil.example/pixel)">x</div>',
  '<div style="position: fixed; inset: 0">x</div>',
  '<svg><script>alert(1)</script></svg>',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<base href="https://evil.example/">',
  '<link rel=stylesheet href="https://evil.example/a.css">',
  '<object data="https://evil.example"></object>',
  '<img src="//evil.example/pixel">',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
])('disarms %j', (html) => {
  expect(safeHtml(html)).not.toMatch(
    /<script|onerror|javascript|<iframe|<form|<input|url\(|position|<svg|<meta|<base|<link|<object|"\/\//i,
  );
});

it('keeps what is meant to be read', () => {
  const html =
    '<p style="color:#333;text-align:center">Hello <b>you</b> <a href="https://example.com">there</a></p><blockquote>before</blockquote>';
  expect(safeHtml(html)).toBe(html.replace('<a ', '<a ').replace('">there', '" rel="noopener noreferrer">there'));
  expect(safeHtml('<img src="cid:logo" alt="Logo" />')).toBe('<img src="cid:logo" alt="Logo" />');
});

it('limits deep nesting and large input', () => {
  expect(safeHtml(`${'<div>'.repeat(100_000)}inside`)).toBe('inside');
  expect(safeHtml(`<p>${'word '.repeat(200_000)}</p>`)).toHaveLength(1_000_007);
});

it('turns text into HTML: lines, addresses and quotes', () => {
  expect(htmlOfText('Look: https://example.com/a?b=1&c=2.\r\n> before\n> <b>\nafter')).toBe(
    'Look: <a href="https://example.com/a?b=1&amp;c=2" rel="noopener noreferrer">https://example.com/a?b=1&amp;c=2</a>.\n<blockquote>before<br>&lt;b&gt;</blockquote>\nafter',
  );
  expect(htmlOfText('https://evil.example/"onclick="x')).not.toContain('"onclick');
});
