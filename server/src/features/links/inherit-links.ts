import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { type Move, recordsetOfMoves } from '../catalog/index.ts';

/** A document that takes the place of another keeps its own links; where it has none, it takes over those of the other. */
export async function inheritLinks(tx: Executor, moves: readonly Move[]): Promise<void> {
  await sql`update public_links l set document_id = x.id from ${recordsetOfMoves(moves)}
    where l.document_id = x.place and not exists (
      select 1 from public_links own where own.document_id = x.id and own.user_id = l.user_id)`.execute(tx);
}
