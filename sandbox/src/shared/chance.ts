import { createHash } from 'node:crypto';

/** Whether something with this chance (0 to 1) happens to this; the same answer each time for the same seed. */
export function happens(seed: string, chance: number, to: string): boolean {
  if (chance === 0) return false;
  const hash = createHash('sha256').update(`${seed}/${to}`).digest();
  return hash.readUInt32LE(0) / 2 ** 32 < chance;
}
