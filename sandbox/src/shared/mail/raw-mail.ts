import type { Letter } from './letter.ts';
import type { Header, MailPart } from './mail-part.ts';

const LINE = 57;

/** The letter in RFC 5322 format, piece by piece. */
export function* rawMail({ headers, root }: Letter): Iterable<Buffer> {
  yield Buffer.from(headers.map(headerLine).join(''));
  yield Buffer.from('MIME-Version: 1.0\r\n');
  yield* rawPart(root);
}

function* rawPart({ headers, content, parts = [] }: MailPart): Iterable<Buffer> {
  yield Buffer.from(headers.map(headerLine).join(''));
  if (content) {
    yield Buffer.from('Content-Transfer-Encoding: base64\r\n\r\n');
    // Lines have 76 characters, each for 57 bytes.
    for (const bytes of inMultiples(content.read(), LINE))
      yield Buffer.from(bytes.toString('base64').replace(/.{1,76}/g, '$&\r\n'));
    return;
  }
  const boundary = /boundary="([^"]*)"/.exec(headers[0]?.value ?? '')?.[1] ?? 'none';
  yield Buffer.from('\r\n');
  for (const part of parts) {
    yield Buffer.from(`--${boundary}\r\n`);
    yield* rawPart(part);
    yield Buffer.from('\r\n');
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}

const encodedWord = (text: string) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`;

function headerLine({ name, value }: Header): string {
  // Runs of non-ASCII letters are encoded, addresses stay readable; line breaks can’t start another header.
  const safe = value.replace(/[\r\n]+/g, ' ').replace(/[^\x20-\x7e]+([^<>@,]*[^\x20-\x7e]+)*/g, encodedWord);
  return `${name}: ${safe}\r\n`;
}

/** The same bytes in pieces whose length is a multiple, except the last. */
function* inMultiples(pieces: Iterable<Uint8Array>, multiple: number): Iterable<Buffer> {
  let rest = Buffer.alloc(0);
  for (const piece of pieces) {
    const all =
      rest.length > 0 ? Buffer.concat([rest, piece]) : Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    const whole = all.length - (all.length % multiple);
    if (whole > 0) yield all.subarray(0, whole);
    rest = Buffer.from(all.subarray(whole));
  }
  if (rest.length > 0) yield rest;
}

/** Encodes bytes like Gmail does in JSON. */
export function* base64url(pieces: Iterable<Uint8Array>): Iterable<Buffer> {
  for (const bytes of inMultiples(pieces, 3)) yield Buffer.from(bytes.toString('base64url'));
}
