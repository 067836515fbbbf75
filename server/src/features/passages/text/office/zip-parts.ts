import { inflateRawSync } from 'node:zlib';
import { Unreadable } from '../piece.ts';

/** For all parts of a file together: the text of a large book many times over. */
const maxInflated = 64 * 1024 * 1024;
const maxParts = 5_000;

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

interface Part {
  method: number;
  packed: number;
  offset: number;
}

/** The parts of an office file, inflated only on request, and all together within a limit. */
export interface ZipParts {
  names(): string[];
  has(name: string): boolean;
  /** Undefined if there is no such part. */
  read(name: string): Uint8Array | undefined;
}

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

export function openZip(bytes: Uint8Array, max = maxInflated): ZipParts {
  const parts = directory(bytes);
  // Counted while inflating: the sizes a zip declares may be false.
  let left = max;
  return {
    names: () => [...parts.keys()],
    has: (name) => parts.has(name),
    read(name) {
      const part = parts.get(name);
      if (!part) return undefined;
      const content = inflate(bytes, part, left, max);
      left -= content.length;
      return content;
    },
  };
}

function directory(bytes: Uint8Array): Map<string, Part> {
  const view = viewOf(bytes);
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  if (count > maxParts) throw damaged();
  const parts = new Map<string, Part>();
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY) throw damaged();
    const nameLength = view.getUint16(at + 28, true);
    parts.set(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)), {
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return parts;
}

function endOfDirectory(view: DataView): number {
  const first = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= first; at -= 1) if (view.getUint32(at, true) === END) return at;
  throw damaged();
}

function inflate(bytes: Uint8Array, { method, packed, offset }: Part, left: number, max: number): Uint8Array {
  const view = viewOf(bytes);
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== LOCAL) throw damaged();
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const content = bytes.subarray(start, start + packed);
  if (content.length < packed || (method !== 0 && method !== 8)) throw damaged();
  if (method === 0 && content.length > left) throw tooLarge(max);
  if (method === 0) return content;
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(1, left) });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(max) : damaged();
  }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const damaged = () => new Unreadable('This file is damaged.');
const tooLarge = (max: number) => new Unreadable(`This file unpacks to more than ${max / 1024 / 1024} MB.`);
