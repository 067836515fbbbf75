import { codeBits } from './code.ts';

/**
 * Turns vectors of any width into 256 numbers whose signs make a code: each is the sum of all numbers of the vector,
 * with half of them negated at random. The random signs are the same everywhere, because codes of different processes
 * are compared.
 */
export function projectionFrom(width: number): (vector: ArrayLike<number>) => Float32Array {
  const random = randomBits(width);
  const signs = Int8Array.from({ length: codeBits * width }, () => (random() ? 1 : -1));
  return (vector) => {
    const projected = new Float32Array(codeBits);
    for (let row = 0; row < codeBits; row += 1) {
      const start = row * width;
      let sum = 0;
      for (let i = 0; i < width; i += 1) sum += signs[start + i]! * vector[i]!;
      projected[row] = sum;
    }
    return projected;
  };
}

/** Marsaglia's xorshift of 32 bits. */
function randomBits(seed: number): () => boolean {
  let state = Math.imul(seed, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state & 0x10000) !== 0;
  };
}
