import { expect, it } from 'vitest';
import { readMessage, webAddress } from './protocol.ts';

it.each([
  [{ type: 'ready' }, { type: 'ready' }],
  [
    { type: 'failed', message: 'Broken', more: 1 },
    { type: 'failed', message: 'Broken' },
  ],
  [
    { type: 'open', id: '0198c0de-0000-7000-8000-000000000001', more: 1 },
    { type: 'open', id: '0198c0de-0000-7000-8000-000000000001' },
  ],
  [
    { type: 'download', id: '0198c0de-0000-7000-8000-000000000001', more: 1 },
    { type: 'download', id: '0198c0de-0000-7000-8000-000000000001' },
  ],
  [
    { type: 'pictures', message: '0198c0de-0000-7000-8000-000000000001', more: 1 },
    { type: 'pictures', message: '0198c0de-0000-7000-8000-000000000001' },
  ],
  [
    { type: 'link', href: 'https://example.com/a b' },
    { type: 'link', href: 'https://example.com/a%20b' },
  ],
  [
    { type: 'key', key: 'Escape' },
    { type: 'key', key: 'Escape' },
  ],
  [
    { type: 'data', name: 'UniGB-UTF16-H.bcmap' },
    { type: 'data', name: 'UniGB-UTF16-H.bcmap' },
  ],
])('accepts %j', (data, message) => {
  expect(readMessage(data)).toEqual(message);
});

it.each([
  null,
  'ready',
  {},
  { type: 'show' },
  { type: 'failed', message: 5 },
  { type: 'open', id: '../../elsewhere' },
  { type: 'open', id: 7 },
  { type: 'download', id: '../../elsewhere' },
  { type: 'pictures', message: '../../elsewhere' },
  { type: 'link', href: 'javascript:alert(1)' },
  { type: 'link', href: 'file:///etc/passwd' },
  { type: 'key', key: 'Enter' },
  { type: 'data', name: '../../api/auth/user' },
  { type: 'data', name: 'x.js' },
])('ignores %j', (data) => {
  expect(readMessage(data)).toBeNull();
});

it('truncates long messages', () => {
  const message = readMessage({ type: 'failed', message: 'x'.repeat(10_000) });
  expect(message).toMatchObject({ message: 'x'.repeat(400) });
});

it.each(['data:text/html,x', 'blob:https://a/b', '/relative', '', null])('refuses to open %s', (text) => {
  expect(webAddress(text)).toBeNull();
});
