import { seeded } from './random.mjs';

/** k-means on the sphere. `vectors` and centroids have the length 1. */
export function findCentroids(vectors, width, count, { rounds = 6, seed = 7 } = {}) {
  const rows = vectors.length / width;
  const random = seeded(seed);
  const centroids = new Float32Array(count * width);
  for (let c = 0; c < count; c += 1) {
    const row = Math.floor(random() * rows);
    centroids.set(vectors.subarray(row * width, (row + 1) * width), c * width);
  }
  for (let round = 0; round < rounds; round += 1) {
    const sums = new Float32Array(count * width);
    const sizes = new Uint32Array(count);
    for (let row = 0; row < rows; row += 1) {
      const nearest = nearestOf(vectors, row, centroids, width);
      sizes[nearest] += 1;
      for (let i = 0; i < width; i += 1) sums[nearest * width + i] += vectors[row * width + i];
    }
    for (let c = 0; c < count; c += 1) {
      // An empty cluster starts again somewhere else.
      const source = sizes[c] > 0 ? sums.subarray(c * width, (c + 1) * width) : pick(vectors, width, rows, random);
      const length = Math.hypot(...source) || 1;
      for (let i = 0; i < width; i += 1) centroids[c * width + i] = source[i] / length;
    }
  }
  return centroids;
}

function pick(vectors, width, rows, random) {
  const row = Math.floor(random() * rows);
  return vectors.subarray(row * width, (row + 1) * width);
}

export function nearestOf(vectors, row, centroids, width) {
  let [best, most] = [0, -Infinity];
  for (let c = 0; c * width < centroids.length; c += 1) {
    let sum = 0;
    for (let i = 0; i < width; i += 1) sum += vectors[row * width + i] * centroids[c * width + i];
    if (sum > most) [best, most] = [c, sum];
  }
  return best;
}
