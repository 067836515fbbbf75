import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { keyPattern } from '@sheaf/contract';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const start = 'sheaf_';
/** This many of 62 letters and digits have 256 bits. */
const secretLength = 43;
const checksumLength = 6;

/** Letters and digits only, so that a double click selects all of it. */
export function newApiKey(): string {
  const secret = Array.from({ length: secretLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return start + secret + checksum(secret);
}

/** Whether it could be a key: made-up and mistyped ones are recognized without the database, and by secret scanners. */
export function isApiKey(text: string): boolean {
  if (!keyPattern.test(text)) return false;
  return checksum(text.slice(start.length, -checksumLength)) === text.slice(-checksumLength);
}

/** CRC-32 in base 62. */
function checksum(secret: string): string {
  let [rest, digits] = [crc32(secret), ''];
  while (digits.length < checksumLength) {
    digits = alphabet[rest % alphabet.length] + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
