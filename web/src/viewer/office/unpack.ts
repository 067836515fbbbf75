import { zipSync } from 'fflate';
import { Problem } from '../problem.ts';

/** The limits for unpacking an office file: enough for a large book with pictures. */
const unpackLimits = { entries: 5000, bytes: 192 * 1024 * 1024 };

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

export type Files = Map<string, Uint8Array<ArrayBuffer>>;

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** Office files from the nineties, and those with a password, are OLE containers and not zips. */
export const isOldOffice = (bytes: Uint8Array): boolean => bytes[0] === 0xd0 && bytes[1] === 0xcf;

/**
 * Unpacks the files in a zip within the limits: first checks the sizes the zip declares, then counts the unpacked
 * bytes.
 */
export async function unpack(bytes: Uint8Array<ArrayBuffer>, limits = unpackLimits): Promise<Files> {
  const entries = directory(bytes, limits.entries);
  const declared = entries.reduce((sum, { size }) => sum + size, 0);
  if (declared > limits.bytes) throw tooLarge(limits.bytes);
  const files: Files = new Map();
  let left = limits.bytes;
  for (const entry of entries) {
    const content = await inflate(bytes, entry, left, limits.bytes);
    left -= content.length;
    files.set(entry.name, content);
  }
  return files;
}

/** The same files in an uncompressed zip, for libraries that unpack zips themselves. */
export function zipOf(files: Files): Uint8Array<ArrayBuffer> {
  return zipSync(Object.fromEntries(files), { level: 0 });
}

export function textOf(files: Files, name: string): string | null {
  const content = files.get(name);
  return content ? new TextDecoder().decode(content) : null;
}

interface Entry {
  name: string;
  method: number;
  packed: number;
  size: number;
  offset: number;
}

function directory(bytes: Uint8Array, most: number): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  if (count > most) throw new Problem(`This file is damaged: it has too many parts (${count.toLocaleString('en')}).`);
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY) throw broken();
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const entry = {
      name,
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    if (!name.endsWith('/')) entries.push(entry);
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function endOfDirectory(view: DataView): number {
  const first = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= first; at -= 1) if (view.getUint32(at, true) === END) return at;
  throw broken();
}

async function inflate(bytes: Uint8Array<ArrayBuffer>, entry: Entry, left: number, most: number) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (entry.offset + 30 > bytes.length || view.getUint32(entry.offset, true) !== LOCAL) throw broken();
  const start = entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
  const packed = bytes.subarray(start, start + entry.packed);
  if (packed.length < entry.packed) throw broken();
  if (entry.method !== 0 && entry.method !== 8)
    throw new Problem('This file is damaged: part of it uses unknown compression.');
  const whole = new Blob([packed]).stream();
  const reader = (entry.method === 0 ? whole : whole.pipeThrough(new DecompressionStream('deflate-raw'))).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read().catch(() => Promise.reject(broken()));
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > left) {
      void reader.cancel();
      throw tooLarge(most);
    }
    parts.push(value);
  }
}

const broken = () => new Problem('This file is damaged: its parts can’t be found.');
const tooLarge = (most: number) =>
  new Problem(`This file is damaged: it unpacks to more than ${Math.round(most / 1024 / 1024)} MB.`);
