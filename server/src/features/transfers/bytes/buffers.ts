/** Smaller buffers aren't worth keeping. */
const minKept = 256 * 1024;
/** The maximum kept for reuse. */
const maxKept = 32 * 1024 * 1024;
const kept: Buffer[] = [];

/**
 * Memory for this many bytes, reused after it was given back: each new large buffer brings the next full garbage
 * collection closer, and these cost more than all the rest of a transfer.
 */
export function borrow(length: number): Buffer {
  if (length < minKept) return Buffer.allocUnsafeSlow(length);
  const fitting = kept.findIndex((buffer) => buffer.length >= length && buffer.length <= 2 * length);
  const [buffer = Buffer.allocUnsafeSlow(length)] = fitting === -1 ? [] : kept.splice(fitting, 1);
  return buffer.subarray(0, length);
}

/** Must be called only when no one reads or sends the buffer any longer. */
export function giveBackBuffer({ buffer, byteLength }: Buffer): void {
  if (byteLength < minKept) return;
  kept.unshift(Buffer.from(buffer));
  while (keptBytes() > maxKept) kept.pop();
}

const keptBytes = () => kept.reduce((bytes, { length }) => bytes + length, 0);
