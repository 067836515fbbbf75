import { shuffled } from './random.mjs';

/**
 * Improves the vectors of the entries until their mean over a text is as near as possible to the model's vector of the
 * whole text: 1 - cosine, by Adam. `lessons`: the rows of each text; `goals`: the model's vectors, of length 1.
 */
export function learn(vectors, width, lessons, goals, { rounds = 3, rate = 0.02, batch = 256 } = {}) {
  const first = new Float32Array(vectors.length);
  const second = new Float32Array(vectors.length);
  const gradient = new Float32Array(vectors.length);
  const mean = new Float32Array(width);
  for (let round = 0; round < rounds; round += 1) {
    const order = shuffled(lessons.keys(), round + 1);
    let loss = 0;
    for (let at = 0; at < order.length; at += batch) {
      const touched = new Set();
      for (const lesson of order.slice(at, at + batch)) {
        const rows = lessons[lesson];
        mean.fill(0);
        for (const row of rows) for (let i = 0; i < width; i += 1) mean[i] += vectors[row * width + i] / rows.length;
        let [squares, cosine] = [0, 0];
        for (let i = 0; i < width; i += 1) {
          squares += mean[i] * mean[i];
          cosine += mean[i] * goals[lesson * width + i];
        }
        const length = Math.sqrt(squares) + 1e-9;
        cosine /= length;
        loss += 1 - cosine;
        for (let i = 0; i < width; i += 1)
          mean[i] = -(goals[lesson * width + i] - (cosine * mean[i]) / length) / length / rows.length;
        for (const row of rows) {
          touched.add(row);
          for (let i = 0; i < width; i += 1) gradient[row * width + i] += mean[i];
        }
      }
      for (const row of touched)
        for (let i = row * width; i < (row + 1) * width; i += 1) {
          first[i] = 0.9 * first[i] + 0.1 * gradient[i];
          second[i] = 0.99 * second[i] + 0.01 * gradient[i] ** 2;
          vectors[i] -= (rate * first[i]) / (Math.sqrt(second[i]) + 1e-8);
          gradient[i] = 0;
        }
    }
    console.log(`  round ${round + 1}: mean distance ${(loss / lessons.length).toFixed(4)}`);
  }
}
