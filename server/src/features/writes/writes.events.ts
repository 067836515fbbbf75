import type { ServerEvent } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Services } from '../../services.ts';

/** Sent to open event streams when an app refused a change. */
export async function describeWrite({ db }: Services, id: string): Promise<ServerEvent | null> {
  const { rows } = await sql<{ message: string }>`select message from account_writes
    where id = ${id} and message is not null`.execute(db);
  return rows[0] ? { type: 'refused', message: rows[0].message } : null;
}
