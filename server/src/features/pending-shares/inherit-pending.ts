import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { type Move, recordsetOfMoves } from '../catalog/index.ts';

/** A document that takes the place of another waits for the same people. */
export async function inheritPending(tx: Executor, moves: readonly Move[]): Promise<void> {
  await sql`update pending_shares p set document_id = x.id from ${recordsetOfMoves(moves)}
    where p.document_id = x.place and not exists (select from pending_shares own where own.document_id = x.id
      and (own.invitation_id = p.invitation_id or own.request_id = p.request_id))`.execute(tx);
}
