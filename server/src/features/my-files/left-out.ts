import { may } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { principalsNow } from '../access/index.ts';
import { guestsOwnNothing } from '../documents/index.ts';

/** How many documents were left out for one reason, a sentence. */
export interface LeftOut {
  reason: string;
  count: number;
}

export const countReasons = (reasons: readonly string[]): LeftOut[] =>
  [...Map.groupBy(reasons, (reason) => reason)].map(([reason, { length }]) => ({ reason, count: length }));

interface Account {
  id: string;
  user_id: string;
  source: string;
  status: string;
  access: string[];
}

/** Locks the documents' accounts in the order of their ids, like everyone who locks several. */
export async function lockAccountsOf(tx: Executor, viewer: Member, ids: readonly string[]): Promise<Account[]> {
  const { rows } = await sql<Account>`select id, user_id, source, status, access from source_accounts
    where id in (select account_id from documents where id = any(${[...ids]}::uuid[])
      and organization_id = ${viewer.membership.organizationId}) and removed_at is null order by id for update`.execute(
    tx,
  );
  return rows;
}

const forViewing = 'They’re shared for viewing only.';
const sharedAlone = (verb: string) => `Only the owner can ${verb} items shared directly.`;

/** Whether a document is the viewer's own, and otherwise how deep it is below a folder shared for editing. */
export interface Reach {
  own: boolean;
  reach: number | null;
}

/** SQL: the columns of `Reach` for a document `d`. */
export const reachOf = (viewer: Member) => sql`d.owner_id = ${viewer.id} as own,
  case when d.owner_id <> ${viewer.id} then edit_reach(d.id, ${principalsNow(viewer)}) end as reach`;

/** Why the viewer can't take a document away from where it is. */
export function refusalOf({ membership }: Member, { own, reach }: Reach, verb: 'delete' | 'move'): string | null {
  if (own) return may(membership.role, 'sources.own') ? null : guestsOwnNothing;
  if (reach === null) return forViewing;
  return reach === 0 ? sharedAlone(verb) : null;
}

/**
 * Does the work completely or not at all; in the latter case returns the reason. `instead` replaces reasons that name a
 * single document, so that equal ones can be counted.
 */
export async function orReason<T>(tx: Executor, work: () => Promise<T>, instead: string): Promise<T | string> {
  await sql`savepoint one`.execute(tx);
  try {
    const done = await work();
    await sql`release savepoint one`.execute(tx);
    return done;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sql`rollback to savepoint one`.execute(tx);
    return error.code === 'not_found' || error.message.includes('“') ? instead : error.message;
  }
}
