/** Bits of a code; the column's type is bit(256). */
export const codeBits = 256;

/**
 * One bit per number, set if it is positive, in the form of a PostgreSQL bit string. The fewer bits of two codes differ
 * (`bit_count(a # b)`), the nearer are their texts.
 */
export function codeOf(vector: ArrayLike<number>): string {
  let hex = 'x';
  for (let at = 0; at < codeBits; at += 4) {
    let digit = 0;
    for (let i = at; i < at + 4; i += 1) digit = digit * 2 + (vector[i]! > 0 ? 1 : 0);
    hex += digit.toString(16);
  }
  return hex;
}
