import type { Departure } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';

const max = 100;

/** Removed members whose files are still being deleted or given to another member, in the order of their removal. */
export async function listDepartures({ db }: Services, { membership }: Member): Promise<Departure[]> {
  const { rows } =
    await sql<Departure>`select d.user_id as id, u.name, d.total, least(d.processed, d.total) as processed
    from departures d join users u on u.id = d.user_id
    where d.organization_id = ${membership.organizationId} order by d.created_at, d.user_id limit ${max}`.execute(db);
  return rows;
}
