import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { type Move, recordsetOfMoves } from '../catalog/index.ts';

/** A document that takes the place of another gets its labels and collections too. */
export async function inheritTags(tx: Executor, moves: readonly Move[]): Promise<void> {
  await sql`insert into label_documents (organization_id, label_id, document_id)
    select l.organization_id, l.label_id, x.id from ${recordsetOfMoves(moves)}
    join label_documents l on l.document_id = x.place on conflict do nothing`.execute(tx);
  await sql`insert into collection_documents (organization_id, collection_id, document_id)
    select l.organization_id, l.collection_id, x.id from ${recordsetOfMoves(moves)}
    join collection_documents l on l.document_id = x.place on conflict do nothing`.execute(tx);
}
