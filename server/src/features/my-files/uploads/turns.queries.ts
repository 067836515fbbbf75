import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { type Upload, uploadColumns } from './upload-row.ts';

/** How long a turn is held without being renewed. */
export const leaseSeconds = 6;
export const leaseEnd: RawBuilder<Date> = sql`now() + make_interval(secs => ${sql.lit(leaseSeconds)})`;

const isFree = sql`(held_by is null or held_until < now())`;

/** Takes the upload if it is free. A holder whose lease ran out may still wake up, so the epoch is increased then. */
export async function takeTurn(db: Executor, id: string): Promise<Upload | undefined> {
  const { rows } = await sql<Upload>`update uploads set turn = turn + 1, held_by = turn + 1, held_until = ${leaseEnd},
      epoch = epoch + (held_by is not null)::int
    where id = ${id} and ${isFree} returning ${uploadColumns}`.execute(db);
  return rows[0];
}

/** Asks the holder of the upload to stop. */
export async function endTurn(db: Executor, id: string): Promise<void> {
  await sql`update uploads set turn = turn + 1 where id = ${id} and held_by is not null`.execute(db);
}

/** Renews the lease. Returns whether the turn is still held and no one asked to end it. */
export async function renewTurn(db: Executor, id: string, turn: number): Promise<boolean> {
  const { rows } = await sql<{ turn: number }>`update uploads set held_until = ${leaseEnd}
    where id = ${id} and held_by = ${turn} returning turn`.execute(db);
  return rows[0]?.turn === turn;
}

export async function giveTurnBack(db: Executor, id: string, turn: number, isDirty: boolean): Promise<void> {
  await sql`update uploads set held_by = null, held_until = null, epoch = epoch + ${isDirty ? 1 : 0}
    where id = ${id} and held_by = ${turn}`.execute(db);
}

/** Undefined if the upload no longer exists. */
export async function isHeld(db: Executor, id: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ held: boolean }>`select not ${isFree} as held from uploads where id = ${id}`.execute(db);
  return rows[0]?.held;
}
