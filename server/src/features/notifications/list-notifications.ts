import { type PageOf, paged } from '../../db/paging.ts';
import { mustFindAll } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { sees } from '../access/index.ts';
import { presentNotification } from './notifications.present.ts';
import { listRows, markRowsRead } from './notifications.queries.ts';
import { announceTo } from './notify.ts';

const memberOf = ({ id, membership }: Member) => ({ organizationId: membership.organizationId, userId: id });

export async function listNotifications({ db }: Services, viewer: Member, query: PageOf) {
  const rowsAt = (page: PageOf) => listRows(db, memberOf(viewer), (id) => sees(viewer, id), page);
  const rows = await rowsAt(query);
  // A page beyond the end has no row with the counts.
  const [first] = rows.length === 0 && query.page > 1 ? await rowsAt({ page: 1, per_page: 1 }) : rows;
  const { data, pagination } = await paged(query, rows, presentNotification, async () => first?.total ?? 0);
  return { data: { notifications: data, unread: first?.unread ?? 0 }, pagination };
}

export async function markRead(
  { db }: Services,
  viewer: Member,
  { ids }: { ids?: readonly string[]; all?: true },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const found = await markRowsRead(tx, memberOf(viewer), ids ?? 'all');
    if (ids) mustFindAll(ids, found, { one: 'notification', many: 'notifications', field: 'ids' });
    if (found.length > 0) await announceTo(tx, viewer.membership.organizationId, [viewer.id]);
  });
}
