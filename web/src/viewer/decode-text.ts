import { Problem } from './problem.ts';

const NUL = 0;

/** The text of a file in the encodings that are around: by its mark, else UTF-8, else as Windows wrote it. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, 8192).includes(NUL)) throw new Problem('This file is not text, so there is nothing to read.');
  try {
    // As a stream: the end may be cut within a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
