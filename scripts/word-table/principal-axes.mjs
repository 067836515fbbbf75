/** The mean of the vectors and the `count` directions in which they differ most (PCA). */
export function principalAxes(vectors, width, count) {
  const rows = vectors.length / width;
  const mean = meanOf(vectors, width);
  const covariance = new Float64Array(width * width);
  const centered = new Float64Array(width);
  // Every fourth vector: more would change nothing.
  for (let row = 0; row < rows; row += 4) {
    for (let i = 0; i < width; i += 1) centered[i] = vectors[row * width + i] - mean[i];
    for (let i = 0; i < width; i += 1)
      for (let j = 0; j <= i; j += 1) covariance[i * width + j] += centered[i] * centered[j];
  }
  for (let i = 0; i < width; i += 1)
    for (let j = 0; j < i; j += 1) covariance[j * width + i] = covariance[i * width + j];
  return { mean, axes: eigenvectors(covariance, width).slice(0, count) };
}

export function meanOf(vectors, width) {
  const mean = new Float64Array(width);
  for (let at = 0; at < vectors.length; at += 1) mean[at % width] += vectors[at];
  return mean.map((sum) => sum / (vectors.length / width));
}

/** Eigenvectors of a symmetric matrix, those with the largest eigenvalues first (cyclic Jacobi). */
function eigenvectors(matrix, n) {
  const a = Float64Array.from(matrix);
  const v = new Float64Array(n * n);
  for (let i = 0; i < n; i += 1) v[i * n + i] = 1;
  for (let sweep = 0; sweep < 8; sweep += 1)
    for (let p = 0; p < n; p += 1)
      for (let q = p + 1; q < n; q += 1) {
        const off = a[p * n + q];
        if (Math.abs(off) < 1e-12 * Math.sqrt(Math.abs(a[p * n + p] * a[q * n + q]))) continue;
        const theta = (a[q * n + q] - a[p * n + p]) / (2 * off);
        const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        const s = t * c;
        for (let k = 0; k < n; k += 1) {
          const [x, y] = [a[k * n + p], a[k * n + q]];
          a[k * n + p] = c * x - s * y;
          a[k * n + q] = s * x + c * y;
        }
        for (let k = 0; k < n; k += 1) {
          const [x, y] = [a[p * n + k], a[q * n + k]];
          a[p * n + k] = c * x - s * y;
          a[q * n + k] = s * x + c * y;
        }
        for (let k = 0; k < n; k += 1) {
          const [x, y] = [v[p * n + k], v[q * n + k]];
          v[p * n + k] = c * x - s * y;
          v[q * n + k] = s * x + c * y;
        }
      }
  return Array.from({ length: n }, (_, i) => i)
    .sort((i, j) => a[j * n + j] - a[i * n + i])
    .map((i) => v.subarray(i * n, (i + 1) * n));
}

/** `vectors` minus the mean, along the axes. */
export function project(vectors, width, { mean, axes }) {
  const rows = vectors.length / width;
  const result = new Float32Array(rows * axes.length);
  for (let row = 0; row < rows; row += 1)
    for (let axis = 0; axis < axes.length; axis += 1) {
      let sum = 0;
      for (let i = 0; i < width; i += 1) sum += (vectors[row * width + i] - mean[i]) * axes[axis][i];
      result[row * axes.length + axis] = sum;
    }
  return result;
}

/** Scales every vector to the length 1, in place. */
export function normalize(vectors, width) {
  for (let at = 0; at < vectors.length; at += width) {
    let sum = 0;
    for (let i = at; i < at + width; i += 1) sum += vectors[i] ** 2;
    const length = Math.sqrt(sum) || 1;
    for (let i = at; i < at + width; i += 1) vectors[i] /= length;
  }
  return vectors;
}
