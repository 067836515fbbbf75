/** Tokens in a batch, including padding: the memory of the model grows with them. */
const maxTokens = 2_048;
const maxTexts = 16;

/** Groups texts of similar length, so that little is padded; returns their indexes in `lengths`. */
export function batchesOf(lengths: readonly number[]): number[][] {
  const batches: number[][] = [];
  let batch: number[] = [];
  for (const at of [...lengths.keys()].sort((a, b) => lengths[a]! - lengths[b]!)) {
    if (batch.length === maxTexts || (batch.length + 1) * lengths[at]! > maxTokens) {
      if (batch.length > 0) batches.push(batch);
      batch = [];
    }
    batch.push(at);
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
