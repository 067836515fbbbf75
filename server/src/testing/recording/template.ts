import { type RawBuilder, sql } from 'kysely';

/** Like sql`…` with these chunks and the value between them. */
export const template = <Row = unknown>(chunks: readonly string[], value?: unknown): RawBuilder<Row> =>
  sql<Row>(Object.assign([...chunks], { raw: chunks }), ...chunks.slice(1).map(() => value));
