import { expect, it } from 'vitest';
import { decodeBody } from './decode-body.ts';

it.each(['', 'a', '<p>Grüße, 你好 🌾</p>', 'ÿþ??>>'])('decodes %j', (text) => {
  const body = Buffer.from(text).toString('base64url');
  expect(Buffer.from(decodeBody(body)).toString()).toBe(text);
});

it('decodes what it can of a broken body', () => {
  expect(Buffer.from(decodeBody('PGI+\nSGk8\r\n')).toString()).toBe('<b>Hi<');
  expect(decodeBody('A').byteLength).toBe(0);
});
