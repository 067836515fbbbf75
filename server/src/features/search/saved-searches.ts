import { limits, type SavedSearch } from '@sheaf/contract';
import { sql } from 'kysely';
import { isUniqueViolation, notFound, wrongField } from '../../errors.ts';
import { type Member, ownedBy } from '../../http/viewer.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';

interface Row {
  id: string;
  name: string;
  q: string;
  created_at: Date;
}

type Fields = Pick<SavedSearch, 'name' | 'q'>;

const present = (row: Row): SavedSearch => ({ ...row, created_at: row.created_at.toISOString() });
const columns = sql`id, name, q, created_at`;
const mine = (viewer: Member) => {
  const { organization_id, user_id } = ownedBy(viewer);
  return sql`organization_id = ${organization_id} and user_id = ${user_id}`;
};

const uniquely = <T>(write: Promise<T>): Promise<T> =>
  write.catch((error) => {
    throw isUniqueViolation(error) ? wrongField('name', 'You already have a saved search with this name') : error;
  });

export async function savedSearches({ db }: Services, viewer: Member): Promise<SavedSearch[]> {
  const { rows } = await sql<Row>`select ${columns} from saved_searches where ${mine(viewer)}
    order by lower(name), id limit ${limits.savedSearches}`.execute(db);
  return rows.map(present);
}

export async function saveSearch({ db }: Services, viewer: Member, { name, q }: Fields): Promise<SavedSearch> {
  const { organization_id, user_id } = ownedBy(viewer);
  return db.transaction().execute(async (tx) => {
    // Serializes requests of a member, so that they count each other's searches.
    await sql`select 1 from memberships where ${mine(viewer)} for no key update`.execute(tx);
    const { rows } = await uniquely(
      sql<Row>`insert into saved_searches (id, organization_id, user_id, name, q)
        select ${newId()}, ${organization_id}, ${user_id}, ${name}, ${q}
        where (select count(*) from saved_searches where ${mine(viewer)}) < ${limits.savedSearches} returning ${columns}`.execute(
        tx,
      ),
    );
    if (!rows[0])
      throw wrongField('name', `You can save ${limits.savedSearches} searches. Delete one to save another.`);
    return present(rows[0]);
  });
}

export async function changeSavedSearch(
  { db }: Services,
  viewer: Member,
  id: string,
  { name, q }: Fields,
): Promise<SavedSearch> {
  const { rows } = await uniquely(
    sql<Row>`update saved_searches set name = ${name}, q = ${q} where id = ${id} and ${mine(viewer)} returning ${columns}`.execute(
      db,
    ),
  );
  if (!rows[0]) throw notFound('This saved search');
  return present(rows[0]);
}

export async function deleteSavedSearch({ db }: Services, viewer: Member, id: string): Promise<void> {
  const { numAffectedRows } = await sql`delete from saved_searches where id = ${id} and ${mine(viewer)}`.execute(db);
  if (numAffectedRows === 0n) throw notFound('This saved search');
}
