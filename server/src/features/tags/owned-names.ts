import { type RawBuilder, sql } from 'kysely';
import { countRows, offsetOf, type PageOf, paged } from '../../db/paging.ts';
import type { Executor } from '../../db/pool.ts';
import { isUniqueViolation, notFound, wrongField } from '../../errors.ts';
import { type Member, ownedBy } from '../../http/viewer.ts';
import { containing } from '../../platform/text/like-pattern.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { type Move, recordsetOfMoves } from '../documents/index.ts';

interface Kind<Row, Wire> {
  table: 'labels' | 'collections';
  /** As in messages: 'label'. */
  noun: string;
  columns: readonly (keyof Row & string)[];
  /** SQL: columns that are counted or aggregated for a row of the table. */
  inside?(viewer: Member): RawBuilder<unknown>;
  present(row: Row, services: Services, viewer: Member): Wire;
  /** Whether updated_at records changes. */
  dated: boolean;
}

type Query = PageOf & { search?: string };

/**
 * Named things that belong to one member in one organization: labels and collections. Names are unique for each member
 * regardless of case, which the index ensures even for concurrent requests. Deleted ones can be restored for a day.
 */
export function ownedNames<Row extends { id: string; name: string }, Wire>(kind: Kind<Row, Wire>) {
  const { present, noun } = kind;
  const table = sql.table(kind.table);
  const own = sql.join(kind.columns.map((column) => sql.ref(column)));
  const columns = (viewer: Member) => (kind.inside ? sql`${own}, ${kind.inside(viewer)}` : own);
  const dated = kind.dated ? sql`, updated_at = now()` : sql``;

  const mine = (viewer: Member) => {
    const { organization_id, user_id } = ownedBy(viewer);
    return sql`organization_id = ${organization_id} and user_id = ${user_id}`;
  };
  const matching = (viewer: Member, search: string | undefined) => {
    const all = sql`from ${table} where ${mine(viewer)} and deleted_at is null`;
    return search?.trim() ? sql`${all} and lower(name) like ${containing(search.trim())}` : all;
  };
  const found = ([row]: Row[], services: Services, viewer: Member): Wire => {
    if (!row) throw notFound(`This ${noun}`);
    return present(row, services, viewer);
  };
  const uniquely = <T>(write: Promise<T>): Promise<T> =>
    write.catch((error) => {
      throw isUniqueViolation(error) ? wrongField('name', `You already have a ${noun} with this name`) : error;
    });

  return {
    /** By name, in one query: each row includes the total. */
    async page(services: Services, viewer: Member, query: Query) {
      const { db } = services;
      const matches = matching(viewer, query.search);
      const { rows } = await sql<
        Row & { total: number }
      >`select ${columns(viewer)}, (select count(*) ${matches}) as total ${matches}
        order by lower(name) limit ${query.per_page} offset ${offsetOf(query)}`.execute(db);
      const onWire = (row: Row) => present(row, services, viewer);
      return paged(query, rows, onWire, () => countRows(db, matches));
    },

    async get(services: Services, viewer: Member, id: string): Promise<Wire> {
      const { rows } = await sql<Row>`select ${columns(viewer)} from ${table}
        where id = ${id} and ${mine(viewer)} and deleted_at is null`.execute(services.db);
      return found(rows, services, viewer);
    },

    async create(services: Services, viewer: Member, fields: Record<string, string>): Promise<Wire> {
      const row = { id: newId(), ...ownedBy(viewer), ...fields };
      const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
      const { rows } = await uniquely(
        sql<Row>`insert into ${table} (${names}) values (${sql.join(Object.values(row))}) returning ${columns(viewer)}`.execute(
          services.db,
        ),
      );
      return found(rows, services, viewer);
    },

    async update(services: Services, viewer: Member, id: string, fields: Record<string, string>): Promise<Wire> {
      const changes = sql.join(Object.entries(fields).map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
      const { rows } = await uniquely(
        sql<Row>`update ${table} set ${changes}${dated} where id = ${id} and ${mine(viewer)} and deleted_at is null
          returning ${columns(viewer)}`.execute(services.db),
      );
      return found(rows, services, viewer);
    },

    async delete(services: Services, viewer: Member, id: string): Promise<Wire> {
      const { rows } = await sql<Row>`update ${table} set deleted_at = now()
        where id = ${id} and ${mine(viewer)} and deleted_at is null returning ${columns(viewer)}`.execute(services.db);
      return found(rows, services, viewer);
    },

    async restore(services: Services, viewer: Member, id: string): Promise<Wire> {
      const { rows } = await uniquely(
        sql<Row>`update ${table} set deleted_at = null
          where id = ${id} and ${mine(viewer)} and deleted_at is not null returning ${columns(viewer)}`.execute(
          services.db,
        ),
      );
      return found(rows, services, viewer);
    },
  };
}

/** A document that replaces another inherits its labels and collections. */
export async function inheritTags(tx: Executor, moves: readonly Move[]): Promise<void> {
  await sql`insert into label_documents (organization_id, label_id, document_id)
    select l.organization_id, l.label_id, x.id from ${recordsetOfMoves(moves)}
    join label_documents l on l.document_id = x.place on conflict do nothing`.execute(tx);
  await sql`insert into collection_documents (organization_id, collection_id, document_id)
    select l.organization_id, l.collection_id, x.id from ${recordsetOfMoves(moves)}
    join collection_documents l on l.document_id = x.place on conflict do nothing`.execute(tx);
}

/** Gives labels and collections to another member. If they already use a name, a part of the id is added to it. */
export async function handOverTags(tx: Executor, organizationId: string, from: string, to: string): Promise<void> {
  for (const table of ['labels', 'collections']) {
    await sql`update ${sql.table(table)} as mine set user_id = ${to},
        name = case when exists (
          select 1 from ${sql.table(table)} theirs where theirs.organization_id = mine.organization_id
            and theirs.user_id = ${to} and theirs.deleted_at is null and lower(theirs.name) = lower(mine.name)
        ) then left(mine.name, 100) || ' (' || right(mine.id::text, 6) || ')' else mine.name end
      where organization_id = ${organizationId} and user_id = ${from} and deleted_at is null`.execute(tx);
  }
}
