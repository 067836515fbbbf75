import type { Pooling } from './conventions.ts';

export interface ModelOutput {
  data: Float32Array;
  /** Dimensions: texts, tokens and numbers; or texts and numbers if the model pools itself. */
  dims: readonly number[];
}

/** Makes one vector of each text; `lengths` are the tokens without padding, which comes last. */
export function poolTokens({ data, dims }: ModelOutput, lengths: readonly number[], pooling: Pooling): Float32Array[] {
  const width = dims.at(-1)!;
  if (dims.length === 2) return lengths.map((_, row) => data.slice(row * width, (row + 1) * width));
  const tokens = dims[1]!;
  return lengths.map((length, row) => {
    const start = row * tokens * width;
    if (pooling === 'cls') return data.slice(start, start + width);
    const mean = new Float32Array(width);
    for (let token = 0; token < length; token += 1)
      for (let i = 0; i < width; i += 1) mean[i]! += data[start + token * width + i]! / length;
    return mean;
  });
}
