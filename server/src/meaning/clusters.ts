/** Fixed points among all meanings: a search reads only the texts of the clusters that are nearest to the question. */
export interface Clusters {
  count: number;
  of(vector: Int8Array): number;
  /** The nearest first. */
  nearest(vector: Int8Array, count: number): number[];
}

/** `centroids` are concatenated, each as long as a vector. */
export function clustersAround(centroids: Int8Array, width: number): Clusters {
  const count = centroids.length / width;
  const lengths = Float32Array.from({ length: count }, (_, cluster) =>
    Math.hypot(...centroids.subarray(cluster * width, (cluster + 1) * width)),
  );
  const nearness = (vector: Int8Array): Float32Array => {
    const all = new Float32Array(count);
    for (let cluster = 0; cluster < count; cluster += 1) {
      const start = cluster * width;
      let sum = 0;
      // Integers, because floating point takes half as long again.
      for (let i = 0; i < width; i += 1) sum = (sum + Math.imul(centroids[start + i]!, vector[i]!)) | 0;
      all[cluster] = sum / lengths[cluster]!;
    }
    return all;
  };
  return {
    count,
    of(vector) {
      const all = nearness(vector);
      let best = 0;
      for (let cluster = 1; cluster < count; cluster += 1) if (all[cluster]! > all[best]!) best = cluster;
      return best;
    },
    nearest(vector, wanted) {
      const all = nearness(vector);
      return Array.from(all.keys())
        .sort((a, b) => all[b]! - all[a]!)
        .slice(0, wanted);
    },
  };
}
