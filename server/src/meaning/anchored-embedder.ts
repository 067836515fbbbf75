import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clusters, clustersAround } from './clusters.ts';
import { codeOf } from './code.ts';
import { type Embedder, type Embedding, EmbeddingsUnavailable, type Purpose } from './embedder.ts';
import { toInt8 } from './int8.ts';
import { projectionFrom } from './projection.ts';
import { unlessAborted } from './unless-aborted.ts';

/** Vectors of any width, one per text. */
type Ask = (texts: readonly string[], signal: AbortSignal, purpose?: Purpose) => Promise<ArrayLike<number>[]>;

/**
 * A language model as an embedder. Its vectors have any width and are kept whole; a projection makes the codes. Unlike
 * for our own table, clusters and the mean can't be known beforehand, so the model first embeds 256 texts on all
 * subjects (`table/anchors.txt`), each of which is the center of a cluster.
 */
export function anchoredEmbedder(id: string, ask: Ask): Embedder {
  let framed: Promise<Frame> | undefined;
  /** Shared by all who wait, so no single signal aborts it. Retried after a failure. */
  const frame = (): Promise<Frame> => {
    framed ??= makeFrame((texts) => ask(texts, new AbortController().signal, { isUrgent: true })).catch(
      (error: unknown) => {
        framed = undefined;
        throw error;
      },
    );
    return framed;
  };
  return {
    id,
    isModel: true,
    canEmbed: () => true,
    async embed(texts, signal, purpose) {
      const { place } = await unlessAborted(frame(), signal);
      const asked = [...texts.keys()].filter((index) => texts[index]!.trim() !== '');
      const vectors = await ask(
        asked.map((index) => texts[index]!),
        signal,
        purpose,
      );
      const placed = new Map(asked.map((index, position) => [index, place(vectors[position]!)]));
      return texts.map((_, index) => placed.get(index) ?? null);
    },
    async nearestClusters(vector, count) {
      const { clusters } = await frame();
      return clusters.nearest(vector, count);
    },
  };
}

interface Frame {
  clusters: Clusters;
  place(vector: ArrayLike<number>): Embedding;
}

async function makeFrame(ask: (texts: readonly string[]) => ReturnType<Ask>): Promise<Frame> {
  const file = await readFile(join(import.meta.dirname, 'table/anchors.txt'), 'utf8');
  const anchors = (await ask(file.trimEnd().split('\n'))).map(unit);
  const width = anchors[0]!.length;
  const mean = anchors[0]!.map((_, i) => anchors.reduce((sum, anchor) => sum + anchor[i]!, 0) / anchors.length);
  const centered = (vector: ArrayLike<number>): Int8Array => toInt8(unit(vector).map((value, i) => value - mean[i]!));
  const centroids = Int8Array.from(anchors.flatMap((anchor) => [...centered(anchor)]));
  const clusters = clustersAround(centroids, width);
  const project = projectionFrom(width);
  return {
    clusters,
    place(numbers) {
      if (numbers.length !== width)
        throw new EmbeddingsUnavailable('The embeddings endpoint sent embeddings of another size than before.');
      const vector = centered(numbers);
      return { vector, code: codeOf(project(vector)), cluster: clusters.of(vector) };
    },
  };
}

function unit(vector: ArrayLike<number>): number[] {
  const numbers = Array.from(vector);
  const length = Math.hypot(...numbers) || 1;
  return numbers.map((value) => value / length);
}
