/** Smaller ones are not worth keeping. */
const minKept = 256 * 1024;
/** Kept for the next who need one. */
const maxKept = 32 * 1024 * 1024;
const kept: Buffer[] = [];

/**
 * Memory for so many bytes, used again where it was given back: every large buffer that is new brings the next full
 * collection of garbage nearer, and those cost more than all the rest of a transfer.
 */
export function borrow(length: number): Buffer {
  if (length < minKept) return Buffer.allocUnsafeSlow(length);
  const fitting = kept.findIndex((buffer) => buffer.length >= length && buffer.length <= 2 * length);
  const [buffer = Buffer.allocUnsafeSlow(length)] = fitting === -1 ? [] : kept.splice(fitting, 1);
  return buffer.subarray(0, length);
}

/** Nobody reads or sends it any more. */
export function giveBackBuffer({ buffer, byteLength }: Buffer): void {
  if (byteLength < minKept) return;
  kept.unshift(Buffer.from(buffer));
  while (keptBytes() > maxKept) kept.pop();
}

const keptBytes = () => kept.reduce((bytes, { length }) => bytes + length, 0);
