import { createHash, randomBytes } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHasher, createHashTap, type HashAlgorithm, hashing } from './hashes.ts';

const algorithms: HashAlgorithm[] = ['md5', 'sha1', 'sha256', 'crc32c', 'quickxor', 'dropbox'];

function hashOf(algorithm: HashAlgorithm, ...chunks: Uint8Array[]): string {
  const hasher = createHasher(algorithm);
  for (const chunk of chunks) hasher.update(chunk);
  return hasher.digest();
}
const ofText = (algorithm: HashAlgorithm, text: string) => hashOf(algorithm, Buffer.from(text));

test('computes md5 as in RFC 1321', () => {
  expect(ofText('md5', '')).toBe('d41d8cd98f00b204e9800998ecf8427e');
  expect(ofText('md5', 'message digest')).toBe('f96b697d7cb7938d525a2f31aaf161d0');
});

test('computes sha1 and sha256 as in FIPS 180', () => {
  const text = 'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq';
  expect(ofText('sha1', 'abc')).toBe('a9993e364706816aba3e25717850c26c9cd0d89d');
  expect(ofText('sha1', text)).toBe('84983e441c3bd26ebaae4aa1f95129e5e54670f1');
  expect(ofText('sha256', 'abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(ofText('sha256', text)).toBe('248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1');
});

test('computes crc32c as in RFC 3720, appendix B.4', () => {
  const counting = Uint8Array.from({ length: 32 }, (_, n) => n);
  // The RFC prints the bytes as sent, least significant first.
  expect(hashOf('crc32c', new Uint8Array(32))).toBe('8a9136aa');
  expect(hashOf('crc32c', new Uint8Array(32).fill(255))).toBe('62a8ab43');
  expect(hashOf('crc32c', counting)).toBe('46dd794e');
  expect(hashOf('crc32c', counting.toReversed())).toBe('113fdb5c');
  expect(ofText('crc32c', '123456789')).toBe('e3069283');
  expect(ofText('crc32c', '')).toBe('00000000');
});

test('computes quickxor as OneDrive does', () => {
  for (const [input, expected] of [
    ['', 'AAAAAAAAAAAAAAAAAAAAAAAAAAA='],
    ['Sg==', 'SgAAAAAAAAAAAAAAAQAAAAAAAAA='],
    ['tbQ=', 'taAFAAAAAAAAAAAAAgAAAAAAAAA='],
    ['XoJ1AsoR4fDYJrDqYs4=', 'XhBEHQSgjAiEAx7YPgEs1CEGZwA='],
    ['T6LYJIfDh81JrAK309H2JMJTXis=', 'zBTHrspn3mEcohlJdIUAbjGNaNg='],
    ['NbYXsp5/K6mR+NmHwExjvWeWDJFnXTKWVlzYHoesp2E=', 'wjuAuWDiq04qDt1R8hHWDDcwVoQ='],
  ] as const)
    expect(hashOf('quickxor', Buffer.from(input, 'base64'))).toBe(expected);
});

/** The definition, bit by bit. */
function naiveQuickXor(bytes: Uint8Array): string {
  const bits = Array<number>(160).fill(0);
  const flip = (at: number, bit: number) => {
    bits[at % 160]! ^= bit;
  };
  for (const [n, byte] of bytes.entries()) for (let bit = 0; bit < 8; bit++) flip(n * 11 + bit, (byte >> bit) & 1);
  for (let bit = 0; bit < 64; bit++) flip(96 + bit, Number((BigInt(bytes.length) >> BigInt(bit)) & 1n));
  const result = Buffer.alloc(20);
  for (const [at, bit] of bits.entries()) result[at >> 3]! |= bit << (at & 7);
  return result.toString('base64');
}

test('computes quickxor by its definition, at every length and alignment', () => {
  const memory = randomBytes(1100);
  for (let length = 0; length < 1000; length++) {
    const bytes = memory.subarray(length % 7, (length % 7) + length);
    expect(hashOf('quickxor', bytes), `${length} bytes`).toBe(naiveQuickXor(bytes));
  }
});

test('computes the Dropbox hash of a run of A around block borders', () => {
  const bytes = Buffer.alloc(8_388_609, 'A');
  for (const [size, expected] of [
    [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    [1, '1cd6ef71e6e0ff46ad2609d403dc3fee244417089aa4461245a4e4fe23a55e42'],
    [4_194_304, 'd4d63bac5b866c71620185392a8a6218ac1092454a2d16f820363b69852befa3'],
    [4_194_305, '8f553da8d00d0bf509d8470e242888be33019c20c0544811f5b2b89e98360b92'],
    [8_388_609, '02c8a4aefc2bfc9036f89a7098001865885938ca580e5c9e5db672385edd303c'],
  ] as const)
    expect(hashOf('dropbox', bytes.subarray(0, size)), `${size} bytes`).toBe(expected);
});

test('computes the Dropbox hash by its definition, for chunks that cross block borders', () => {
  const bytes = randomBytes(9_500_000);
  const sha = (data: Buffer) => createHash('sha256').update(data).digest();
  const blocks = [0, 1, 2].map((n) => sha(bytes.subarray(n * 4_194_304, (n + 1) * 4_194_304)));
  const expected = sha(Buffer.concat(blocks)).toString('hex');
  const chunks = [0, 3_000_000, 8_388_608, 8_388_609].map((from, n, all) => bytes.subarray(from, all[n + 1]));
  expect(hashOf('dropbox', ...chunks)).toBe(expected);
});

test('computes the same hash however the bytes are cut into chunks', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), fc.array(fc.nat(2000), { maxLength: 8 }), (bytes, cuts) => {
      const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
      const chunks = places.slice(1).map((to, n) => bytes.subarray(places[n], to));
      for (const algorithm of algorithms) expect(hashOf(algorithm, ...chunks)).toBe(hashOf(algorithm, bytes));
    }),
  );
});

test('hashes a stream in one pass with a tap, which passes the same chunks on', async () => {
  const chunks = [randomBytes(1000), randomBytes(70_000), randomBytes(3)];
  const tap = createHashTap(['quickxor', 'sha256', 'sha256']);
  const passed: Buffer[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      passed.push(chunk);
      done();
    },
  });
  await pipeline(Readable.from(chunks), (source: Readable) => hashing(source, tap), sink);
  expect(passed.every((chunk, n) => chunk === chunks[n])).toBe(true);
  expect(tap.size).toBe(71_003);
  expect(tap.hashes()).toEqual({ quickxor: hashOf('quickxor', ...chunks), sha256: hashOf('sha256', ...chunks) });
});
