import { crc32, deflateRawSync } from 'node:zlib';

/** A ZIP archive; every entry deflated and dated alike, so the same entries give the same bytes. */
export function zip(entries: Record<string, string | Buffer>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, data] of Object.entries(entries)) {
    const path = Buffer.from(name);
    const bytes = Buffer.from(data as string);
    // Large entries do not compress.
    const packed = deflateRawSync(bytes, { level: bytes.length > 1024 * 1024 ? 0 : 6 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0); // Version needed.
    common.writeUInt16LE(0x0800, 2); // Names are UTF-8.
    common.writeUInt16LE(8, 4); // Deflate.
    common.writeUInt32LE(0x58210000, 6); // 1 January 2024.
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(path.length, 22);
    parts.push(Buffer.from('PK\x03\x04'), common, path, packed);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, path);
    offset += 30 + path.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(entries).length, 8);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}
