import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { type Embedder, type Embedding, embedderNumber } from '../../meaning/index.ts';

export interface EmbeddedPassage {
  organization_id: string;
  sha256: Buffer;
  number: number;
  /** PostgreSQL's hashtext of the embedded body. */
  hash: number;
}

/** Passages that couldn't be embedded are recorded as well, so that they aren't tried again. */
export async function recordEmbeddings<Passage extends EmbeddedPassage>(
  db: Executor,
  embedder: Embedder,
  passages: readonly Passage[],
  embeddings: ReadonlyMap<Passage, Embedding | null>,
): Promise<void> {
  const values = passages.map((passage) => ({
    organization_id: passage.organization_id,
    sha256: passage.sha256.toString('hex'),
    number: passage.number,
    hash: passage.hash,
    ...embeddingRow(embeddings.get(passage)),
  }));
  // The text may have been read again meanwhile. Rows that another process is recording are left to it.
  await sql`with embedded as materialized (
      select p.organization_id, p.sha256, p.number, x.code, x.cluster, x.vector from passages p
      join jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
        as x (organization_id uuid, sha256 text, number int, hash int, code bit(256), cluster smallint, vector text)
        on p.organization_id = x.organization_id and p.sha256 = decode(x.sha256, 'hex') and p.number = x.number
          and hashtext(p.body) = x.hash
      for update of p skip locked
    )
    update passages p set embedder = ${embedderNumber(embedder)}, code = e.code, cluster = e.cluster,
      vector = decode(e.vector, 'hex')
    from embedded e where p.organization_id = e.organization_id and p.sha256 = e.sha256 and p.number = e.number`.execute(
    db,
  );
}

/** An embedding as JSON that PostgreSQL turns into columns. */
export const embeddingRow = (embedding: Embedding | null | undefined) => ({
  code: embedding?.code ?? null,
  cluster: embedding?.cluster ?? null,
  vector: embedding
    ? Buffer.from(embedding.vector.buffer, embedding.vector.byteOffset, embedding.vector.length).toString('hex')
    : null,
});
