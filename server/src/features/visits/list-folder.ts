import { type PageOf, paged } from '../../db/paging.ts';
import type { Services } from '../../services.ts';
import { notAvailable } from './open-link.ts';
import { readVisit } from './pass.ts';
import { presentVisited } from './present.ts';
import { findInside, findVisited } from './visited.queries.ts';

export async function listOfVisit({ db, keys }: Services, visit: string, folderId: string, page: PageOf) {
  const pass = readVisit(keys, visit);
  const folder = pass && (await findVisited(db, pass, folderId));
  if (folder?.kind !== 'folder') throw notAvailable();
  const rows = await findInside(db, pass!, folderId, page);
  return paged(
    page,
    rows,
    (row) => presentVisited(keys, pass!, row),
    async () => (await findInside(db, pass!, folderId, { page: 1, per_page: 1 }))[0]?.total ?? 0,
  );
}
