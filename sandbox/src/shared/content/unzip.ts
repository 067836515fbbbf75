import { inflateRawSync } from 'node:zlib';

const MOST_BYTES = 32 * 1024 * 1024;
const MOST_ENTRIES = 4096;

/** The files of a ZIP archive by name, each unpacked when it is read; null of other bytes. Throws where it is broken. */
export function unzip(bytes: Buffer): Map<string, () => Buffer> | null {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0) return null;
  const count = Math.min(bytes.readUInt16LE(end + 10), MOST_ENTRIES);
  const entries = new Map<string, () => Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let entry = 0; entry < count; entry++) {
    const [method, packed] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const local = bytes.readUInt32LE(at + 42);
    entries.set(bytes.toString('utf8', at + 46, at + 46 + nameLength), () => {
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      const data = bytes.subarray(start, start + packed);
      return method === 0 ? data : inflateRawSync(data, { maxOutputLength: MOST_BYTES });
    });
    at += 46 + nameLength + extra + comment;
  }
  return entries;
}
