import { crc32 } from 'node:zlib';
import type { Content } from './content.ts';

/** A folder, whose name ends with a slash, or a file. */
export type ArchiveEntry = { name: string; content?: undefined } | { name: string; content: Content; modified: Date };

const LOCAL = 30;
const DESCRIPTOR = 16;
const CENTRAL = 46;
const END = 22;
/** 1 January 1980, as DOS writes it. */
const UNDATED = 0x00210000;

/** The bytes of the archive of these entries, known before it is made. */
export function archiveSize(entries: readonly ArchiveEntry[]): number {
  return entries.reduce((sum, { name, content }) => {
    const data = content ? content.size + DESCRIPTOR : 0;
    return sum + LOCAL + CENTRAL + 2 * Buffer.byteLength(name) + data;
  }, END);
}

/** A ZIP archive of less than 4 GiB, made as it is read; nothing is compressed. Checksums follow the files. */
export function* archive(entries: readonly ArchiveEntry[]): Generator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0); // Version needed.
    head.writeUInt16LE(entry.content ? 0x0808 : 0x0800, 2); // Names are UTF-8; a descriptor follows the bytes.
    head.writeUInt32LE(entry.content ? dosTime(entry.modified) : UNDATED, 6);
    head.writeUInt16LE(name.length, 22);
    yield Buffer.concat([Buffer.from('PK\x03\x04'), head, name]);
    const size = entry.content?.size ?? 0;
    if (entry.content) {
      let crc = 0;
      for (const piece of entry.content.read()) {
        crc = crc32(piece, crc);
        yield piece;
      }
      head.writeUInt32LE(crc, 10);
      head.writeUInt32LE(size, 14);
      head.writeUInt32LE(size, 18);
      yield Buffer.concat([Buffer.from('PK\x07\x08'), head.subarray(10, 22)]);
    }
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(entry.content ? 0 : 0x10, 6); // A folder, to DOS.
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, tail, name);
    offset += LOCAL + name.length + (entry.content ? size + DESCRIPTOR : 0);
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(END);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  yield Buffer.concat([list, end]);
}

/** Two seconds exact, from 1980 on. */
function dosTime(date: Date): number {
  const year = Math.max(0, date.getUTCFullYear() - 1980);
  const day = (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}
