import { crc32 } from 'node:zlib';

/** A zip as written by programs that don't know sizes in advance: every size and offset is in a Zip64 field. */
export function zip64Of(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  const add = (...more: Buffer[]) => {
    parts.push(...more);
    for (const { length } of more) at += length;
  };
  for (const [path, content] of Object.entries(files)) {
    const [name, bytes] = [Buffer.from(path), Buffer.from(content)];
    const size = BigInt(bytes.length);
    const sums = numbers([4, crc32(bytes)], [4, 0xffffffff], [4, 0xffffffff]);
    const local = numbers([2, 1], [2, 16], [8, size], [8, size]);
    const central = numbers([2, 1], [2, 24], [8, size], [8, size], [8, BigInt(at)]);
    const common = numbers([2, 45], [2, 0x0800], [2, 0], [2, 0], [2, 0x5c21]);
    directory.push(
      numbers([4, 0x02014b50], [2, 45]),
      common,
      sums,
      numbers([2, name.length], [2, central.length], [2, 0], [2, 0], [2, 0], [4, 0], [4, 0xffffffff]),
      name,
      central,
    );
    add(numbers([4, 0x04034b50]), common, sums, numbers([2, name.length], [2, local.length]), name, local, bytes);
  }
  const [start, count] = [BigInt(at), BigInt(Object.keys(files).length)];
  add(...directory);
  const length = BigInt(at) - start;
  const end = BigInt(at);
  add(
    numbers(
      [4, 0x06064b50],
      [8, 44n],
      [2, 45],
      [2, 45],
      [4, 0],
      [4, 0],
      [8, count],
      [8, count],
      [8, length],
      [8, start],
    ),
    numbers([4, 0x07064b50], [4, 0], [8, end], [4, 1]),
    numbers([4, 0x06054b50], [2, 0], [2, 0], [2, 0xffff], [2, 0xffff], [4, 0xffffffff], [4, 0xffffffff], [2, 0]),
  );
  return Buffer.concat(parts);
}

/** Little-endian, in this many bytes. */
function numbers(...values: readonly (readonly [bytes: 2 | 4 | 8, value: number | bigint])[]): Buffer {
  return Buffer.concat(
    values.map(([bytes, value]) => {
      const one = Buffer.alloc(8);
      one.writeBigUInt64LE(BigInt(value));
      return one.subarray(0, bytes);
    }),
  );
}
