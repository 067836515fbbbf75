import { damaged } from './entry.ts';

export const blockSize = 512;

interface TarHeader {
  path: string;
  size: number;
  modifiedAt: Date | null;
  /** 'file' and 'folder'; 'link' and 'other' have no content; the rest describe the entry that follows. */
  kind: 'file' | 'folder' | 'link' | 'other' | 'long name' | 'attributes';
}

const kinds: Record<string, TarHeader['kind']> = {
  '0': 'file',
  '\0': 'file',
  '7': 'file',
  '5': 'folder',
  '1': 'link',
  '2': 'link',
  L: 'long name',
  x: 'attributes',
};

/** Returns null at the end. */
export function readHeader(block: Buffer): TarHeader | null {
  if (block.every((byte) => byte === 0)) return null;
  if (!hasChecksum(block)) throw damaged();
  const isUstar = block.toString('latin1', 257, 262) === 'ustar';
  const [name, prefix] = [text(block, 0, 100), isUstar ? text(block, 345, 155) : ''];
  const path = prefix ? `${prefix}/${name}` : name;
  const known = kinds[block.toString('latin1', 156, 157)] ?? 'other';
  const kind = known === 'file' && path.endsWith('/') ? 'folder' : known;
  const seconds = number(block, 136, 12);
  return { path, size: number(block, 124, 12), modifiedAt: seconds > 0 ? dateOf(seconds) : null, kind };
}

export const dateOf = (seconds: number): Date | null => {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? null : date;
};

/** Lines such as `19 path=some/name`, where the number is the length of the line. */
export function readAttributes(bytes: Buffer): Map<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const length = Number.parseInt(bytes.toString('latin1', at, at + 20), 10);
    if (!(length > 0) || at + length > bytes.length) break;
    const line = bytes.toString('utf8', at, at + length - 1);
    const [, key, value] = /^\d+ ([^=]+)=(.*)$/s.exec(line) ?? [];
    if (key !== undefined && value !== undefined) found.set(key, value);
    at += length;
  }
  return found;
}

export function text(bytes: Buffer, start: number, length: number): string {
  const end = bytes.indexOf(0, start);
  return bytes.toString('utf8', start, end === -1 || end > start + length ? start + length : end);
}

/** Octal, or base 256 for large numbers. */
function number(block: Buffer, start: number, length: number): number {
  if (block[start]! & 0x80) {
    const value = block.readUIntBE(start + length - 6, 6);
    if (block.subarray(start + 1, start + length - 6).some((byte) => byte !== 0)) throw damaged();
    return value;
  }
  const digits = text(block, start, length).trim();
  if (!/^[0-7]*$/.test(digits)) throw damaged();
  return digits === '' ? 0 : Number.parseInt(digits, 8);
}

/** The sum of all bytes, with spaces in place of the checksum itself. */
function hasChecksum(block: Buffer): boolean {
  const told = Number.parseInt(text(block, 148, 8).trim(), 8);
  let sum = 8 * 32;
  for (let at = 0; at < blockSize; at++) if (at < 148 || at >= 156) sum += block[at]!;
  return sum === told;
}
