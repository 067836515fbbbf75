import { type Clusters, clustersAround } from './clusters.ts';
import { codeOf } from './code.ts';
import type { Embedder } from './embedder.ts';
import { meanVector } from './mean-vector.ts';
import { tableVersion, type WordTable, width, wordTable } from './word-table.ts';

/** The mean of the words' vectors. It needs no configuration and no network, and understands English only. */
export function createWordEmbedder(): Embedder {
  return {
    id: `words:${tableVersion}`,
    isModel: false,
    // Texts whose language is unknown because they are short are embedded too: most are names and headings with English
    // words.
    canEmbed: (language) => language === 'en' || language === null,
    async embed(texts) {
      const { table, clusters } = await parts();
      return texts.map((text) => {
        const vector = meanVector(text, table);
        return vector && { vector, code: codeOf(vector), cluster: clusters.of(vector) };
      });
    },
    async nearestClusters(vector, count) {
      const { clusters } = await parts();
      return clusters.nearest(vector, count);
    },
  };
}

interface Parts {
  table: WordTable;
  clusters: Clusters;
}

let loaded: Promise<Parts> | undefined;

function parts(): Promise<Parts> {
  loaded ??= wordTable().then((table) => ({ table, clusters: clustersAround(table.centroids, width) }));
  return loaded;
}
