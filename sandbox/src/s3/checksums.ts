import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from './errors.ts';

/** S3’s checksum headers; null for one that this S3 verifies but doesn’t store. */
const algorithms: Record<string, ((bytes: Uint8Array) => Buffer) | null> = {
  'x-amz-checksum-crc32': (bytes) => uint32(crc32(bytes)),
  'x-amz-checksum-crc32c': (bytes) => uint32(crc32c(bytes)),
  'x-amz-checksum-sha1': (bytes) => createHash('sha1').update(bytes).digest(),
  'x-amz-checksum-sha256': (bytes) => createHash('sha256').update(bytes).digest(),
  'x-amz-checksum-crc64nvme': null,
};

/**
 * Verifies every checksum of the sender, in headers or in a trailer, and returns them to be stored.
 * Content-MD5 is verified too but, as at Amazon, not stored.
 */
export function proveChecksums(bytes: Uint8Array, given: Record<string, string | undefined>): Record<string, string> {
  const md5 = given['content-md5'];
  if (md5 !== undefined) assertDigest(md5, createHash('md5').update(bytes).digest(), 'Content-MD5');
  const proved: Record<string, string> = {};
  for (const [name, compute] of Object.entries(algorithms)) {
    const value = given[name];
    if (value === undefined) continue;
    if (!compute) throw new S3Error('NotImplemented', undefined, { Header: name });
    assertDigest(value, compute(bytes), name.replace('x-amz-checksum-', '').toUpperCase());
    proved[name] = value;
  }
  return proved;
}

function assertDigest(given: string, expected: Buffer, name: string): void {
  if (Buffer.from(given, 'base64').length !== expected.length) {
    throw new S3Error('InvalidDigest', `The ${name} you specified is not valid.`);
  }
  if (given !== expected.toString('base64')) {
    throw new S3Error('BadDigest', `The ${name} you specified did not match the calculated checksum.`);
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

const CASTAGNOLI = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CASTAGNOLI[(crc ^ byte) & 0xff] ?? 0);
  return ~crc >>> 0;
}
