import { sql } from 'kysely';
import type { Member } from '../../../http/viewer.ts';
import { isSeen } from '../../access/index.ts';
import { nameRouteOf, type RouteServices } from './name-route.ts';
import { documentConditions, type Filters, joined } from './view.ts';

/** SQL: the conditions of the list on a row `a` of document_access. */
export const conditionsOf = async (services: RouteServices, viewer: Member, query: Filters) =>
  joined(documentConditions(viewer, query, query.search ? await nameRouteOf(services, viewer) : 'list'));

/**
 * Returns the outermost documents of a list that may contain folders and their contents, since everything else belongs
 * to its folder. At most `max`.
 */
export async function outermostOf(
  services: RouteServices,
  viewer: Member,
  query: Filters,
  max: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with recursive chosen as materialized (
      select d.id, d.parent_id, d.kind from document_access a join documents d on d.id = a.document_id
      where ${isSeen(viewer)} and ${await conditionsOf(services, viewer, query)}
    ), holding (id) as (
      select id from chosen where kind = 'folder'
      union
      select d.id from holding h join documents d on d.parent_id = h.id and d.kind = 'folder'
    )
    select id from chosen where parent_id is null or parent_id not in (select id from holding) limit ${max}`.execute(
    services.db,
  );
  return rows.map(({ id }) => id);
}
