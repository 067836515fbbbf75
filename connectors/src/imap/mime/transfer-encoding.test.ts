import { describe, expect, it } from 'vitest';
import { decodeTransfer, transferDecoder } from './transfer-encoding.ts';

/** Splits the input into pieces of every size, as a network may. */
function inPieces(text: string, encoding: string): string[] {
  const bytes = Buffer.from(text, 'latin1');
  return [1, 2, 3, 5, 7, bytes.length || 1].map((size) => {
    const decoder = transferDecoder(encoding);
    const pieces: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += size) pieces.push(decoder.decode(bytes.subarray(at, at + size)));
    return Buffer.concat([...pieces, decoder.end()]).toString('latin1');
  });
}

describe('quoted-printable', () => {
  it.each([
    ['a=3Db', 'a=b'],
    ['caf=e9', 'caf\xe9'],
    ['soft=\r\nbreak', 'softbreak'],
    ['soft= \t\r\nbreak', 'softbreak'],
    ['soft=\nbreak', 'softbreak'],
    ['two\r\nlines', 'two\r\nlines'],
    ['broken =ZZ =4', 'broken =ZZ =4'],
    ['ends with =', 'ends with '],
    ['', ''],
  ])('%j is %j in pieces of any size', (encoded, decoded) => {
    for (const result of inPieces(encoded, 'quoted-printable')) expect(result).toBe(decoded);
  });
});

describe('base64', () => {
  it.each([
    ['aGVsbG8=', 'hello'],
    ['aGVs\r\nbG8=\r\n', 'hello'],
    ['a!G%V s*bG8', 'hello'],
    ['', ''],
  ])('%j is %j in pieces of any size', (encoded, decoded) => {
    for (const result of inPieces(encoded, 'Base64')) expect(result).toBe(decoded);
  });
});

it('leaves text unchanged that isn’t encoded or has an unknown encoding', () => {
  for (const encoding of ['7bit', '8BIT', 'x-uuencode', undefined])
    expect(decodeTransfer(Buffer.from('a=3Db'), encoding).toString()).toBe('a=3Db');
});
