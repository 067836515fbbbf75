import { expect, it } from 'vitest';
import { webAddress } from './web-address.ts';

it.each(['https://drive.google.com/file/d/1/view', 'http://localhost:8080/a?b=c#d'])('takes %s', (address) => {
  expect(webAddress(address)).toBe(address);
});

it.each([
  null,
  '',
  'no address',
  '//example.com/a',
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://example.com/1',
  'file:///etc/passwd',
  'vbscript:x',
  'https://accounts.google.com@example.com/',
])('refuses %s', (address) => {
  expect(webAddress(address)).toBeNull();
});
