import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clusters, clustersAround } from './clusters.ts';
import { codeOf } from './code.ts';
import type { Embedder, Embedding } from './embedder.ts';
import { toInt8 } from './int8.ts';
import { projectionFrom } from './projection.ts';
import { EmbeddingsUnavailable, type Endpoint, type Patience, requestEmbeddings } from './request-embeddings.ts';

/** Texts of one request. */
const batch = 64;
/** Of a text. Models read 512 tokens at least, about 2,000 characters; more is theirs to cut. */
const maxCharacters = 8_000;
/** Raised when vectors of the same model would come out differently. */
const version = 1;

/**
 * A model behind an endpoint of the operator's. Its vectors have a width of their own and are kept whole; codes are made
 * by a projection. Clusters and the mean cannot be known beforehand as they are for our own table, so the model is first
 * asked what it makes of 256 texts of all subjects (`table/anchors.txt`): each is the center of a cluster.
 */
export function createEndpointEmbedder(endpoint: Endpoint, patience: Partial<Patience> = {}): Embedder {
  let framed: Promise<Frame> | undefined;
  const ask = async (texts: readonly string[], signal: AbortSignal): Promise<number[][]> => {
    const vectors: number[][] = [];
    for (let at = 0; at < texts.length; at += batch) {
      const some = texts.slice(at, at + batch).map((text) => text.slice(0, maxCharacters));
      vectors.push(...(await requestEmbeddings(endpoint, some, signal, patience)));
    }
    return vectors;
  };
  /** For all who wait, so nobody's signal ends it. It is asked for again where it failed. */
  const frame = (): Promise<Frame> => {
    framed ??= makeFrame((texts) => ask(texts, new AbortController().signal)).catch((error: unknown) => {
      framed = undefined;
      throw error;
    });
    return framed;
  };
  return {
    id: `endpoint:${version}:${endpoint.model}`,
    canEmbed: () => true,
    async embed(texts, signal) {
      const { place } = await unlessAborted(frame(), signal);
      const asked = [...texts.keys()].filter((index) => texts[index]!.trim() !== '');
      const vectors = await ask(
        asked.map((index) => texts[index]!),
        signal,
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
  place(vector: number[]): Embedding;
}

async function makeFrame(ask: (texts: readonly string[]) => Promise<number[][]>): Promise<Frame> {
  const file = await readFile(join(import.meta.dirname, 'table/anchors.txt'), 'utf8');
  const anchors = (await ask(file.trimEnd().split('\n'))).map(unit);
  const width = anchors[0]!.length;
  const mean = anchors[0]!.map((_, i) => anchors.reduce((sum, anchor) => sum + anchor[i]!, 0) / anchors.length);
  const centered = (vector: number[]): Int8Array => toInt8(unit(vector).map((value, i) => value - mean[i]!));
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

function unit(vector: number[]): number[] {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
