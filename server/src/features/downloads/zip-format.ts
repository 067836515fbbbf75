/** A file, or a folder if the path ends with a slash. */
export interface ZipEntry {
  path: string;
  size: number;
  modifiedAt: Date;
}

/** From this value on, a number needs the wider fields of zip64, which the value itself indicates. */
const wide = 0xffff_ffff;
const wideCount = 0xffff;
const method = 0;
const zip64Version = 45;
const madeByUnix = (3 << 8) | zip64Version;

const isFolder = ({ path }: ZipEntry): boolean => path.endsWith('/');
const versionFor = (needsZip64: boolean): number => (needsZip64 ? zip64Version : 20);
/** Names are UTF-8. The size and checksum of a file follow its bytes, because they are known only after reading. */
const flagsOf = (entry: ZipEntry): number => (isFolder(entry) ? 0x0800 : 0x0808);

/** The header before the bytes of an entry. */
export function localHeader(entry: ZipEntry): Buffer {
  const big = entry.size >= wide;
  const name = Buffer.from(entry.path);
  const extra = extraOf(entry, big ? [0, 0] : []);
  return fields([
    [4, 0x04034b50],
    [2, versionFor(big)],
    [2, flagsOf(entry)],
    [2, method],
    ...dosTime(entry.modifiedAt),
    [4, 0],
    [4, big ? wide : 0],
    [4, big ? wide : 0],
    [2, name.length],
    [2, extra.length],
    name,
    extra,
  ]);
}

/** The record after the bytes of a file. */
export function dataDescriptor(entry: ZipEntry, checksum: number): Buffer {
  if (isFolder(entry)) return Buffer.alloc(0);
  const width = entry.size >= wide ? 8 : 4;
  return fields([
    [4, 0x08074b50],
    [4, checksum],
    [width, entry.size],
    [width, entry.size],
  ]);
}

/** The line of an entry in the directory at the end. */
export function directoryLine(entry: ZipEntry, checksum: number, offset: number): Buffer {
  const wideFields = [...(entry.size >= wide ? [entry.size, entry.size] : []), ...(offset >= wide ? [offset] : [])];
  const name = Buffer.from(entry.path);
  const extra = extraOf(entry, wideFields);
  const mode = isFolder(entry) ? 0o40755 : 0o100644;
  return fields([
    [4, 0x02014b50],
    [2, madeByUnix],
    [2, versionFor(wideFields.length > 0)],
    [2, flagsOf(entry)],
    [2, method],
    ...dosTime(entry.modifiedAt),
    [4, checksum],
    [4, Math.min(entry.size, wide)],
    [4, Math.min(entry.size, wide)],
    [2, name.length],
    [2, extra.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, mode * 0x1_0000 + (isFolder(entry) ? 0x10 : 0)],
    [4, Math.min(offset, wide)],
    name,
    extra,
  ]);
}

/** The end of the directory: its position and its number of lines. */
export function zipEnd(count: number, offset: number, length: number): Buffer {
  const big = count >= wideCount || offset >= wide || length >= wide;
  const zip64: Field[] = [
    [4, 0x06064b50],
    [8, 44],
    [2, madeByUnix],
    [2, zip64Version],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, length],
    [8, offset],
    [4, 0x07064b50],
    [4, 0],
    [8, offset + length],
    [4, 1],
  ];
  return fields([
    ...(big ? zip64 : []),
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(count, wideCount)],
    [2, Math.min(count, wideCount)],
    [4, Math.min(length, wide)],
    [4, Math.min(offset, wide)],
    [2, 0],
  ]);
}

/** Calculates the length of the whole zip from its entries alone. */
export function zipLength() {
  let [count, offset, directory] = [0, 0, 0];
  return {
    add(entry: ZipEntry): void {
      directory += directoryLine(entry, 0, offset).length;
      offset += localHeader(entry).length + entry.size + dataDescriptor(entry, 0).length;
      count += 1;
    },
    total: (): number => offset + directory + zipEnd(count, offset, directory).length,
  };
}

type Field = [width: 2 | 4 | 8, value: number] | Buffer;

/** The exact time in UTC, and values that did not fit into their fields. */
function extraOf({ modifiedAt }: ZipEntry, wideFields: number[]): Buffer {
  const seconds = Math.min(Math.max(Math.floor(modifiedAt.getTime() / 1000), 0), 0x7fff_ffff);
  const zip64: Field[] = [[2, 1], [2, wideFields.length * 8], ...wideFields.map((value): Field => [8, value])];
  return fields([...(wideFields.length > 0 ? zip64 : []), [2, 0x5455], [2, 5], Buffer.of(1), [4, seconds]]);
}

/**
 * Time and date in the original zip format: since 1980, in steps of two seconds, without a time zone. Here it is UTC.
 */
function dosTime(date: Date): Field[] {
  const at = new Date(Math.min(Math.max(date.getTime(), Date.UTC(1980, 0, 1)), Date.UTC(2107, 11, 31)));
  return [
    [2, (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)],
    [2, ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()],
  ];
}

/** Encodes numbers as little-endian, one after another. */
function fields(parts: readonly Field[]): Buffer {
  const bytes = Buffer.allocUnsafe(
    parts.reduce((sum, part) => sum + (Buffer.isBuffer(part) ? part.length : part[0]), 0),
  );
  let at = 0;
  for (const part of parts) {
    if (Buffer.isBuffer(part)) at += part.copy(bytes, at);
    else if (part[0] === 8) at = bytes.writeBigUInt64LE(BigInt(part[1]), at);
    else at = bytes.writeUIntLE(part[1], at, part[0]);
  }
  return bytes;
}
