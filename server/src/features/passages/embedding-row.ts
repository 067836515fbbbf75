import type { Embedding } from '../../meaning/index.ts';

/** An embedding as JSON that PostgreSQL turns into columns. */
export const embeddingRow = (embedding: Embedding | null | undefined) => ({
  code: embedding?.code ?? null,
  cluster: embedding?.cluster ?? null,
  vector: embedding
    ? Buffer.from(embedding.vector.buffer, embedding.vector.byteOffset, embedding.vector.length).toString('hex')
    : null,
});
