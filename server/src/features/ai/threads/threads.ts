import { type AiScope, type AiThread, limits, type Pagination } from '@sheaf/contract';
import { sql } from 'kysely';
import { countRows, offsetOf, type PageOf, paged } from '../../../db/paging.ts';
import { AppError, notFound } from '../../../errors.ts';
import { type Member, ownedBy } from '../../../http/viewer.ts';
import { containing } from '../../../platform/text/like-pattern.ts';
import { newId } from '../../../platform/uuid.ts';
import type { Services } from '../../../services.ts';
import { mustKnowScope } from './must-know-scope.ts';

interface Row {
  id: string;
  title: string;
  pinned: boolean;
  scope: AiScope;
  created_at: Date;
  updated_at: Date;
}

const untitled = 'New conversation';
const columns = sql`id, title, pinned, scope, created_at, updated_at`;

const presentThread = (row: Row): AiThread => ({
  id: row.id,
  title: row.title,
  pinned: row.pinned,
  scope: row.scope,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

const mine = (viewer: Member) => {
  const { organization_id, user_id } = ownedBy(viewer);
  return sql`t.organization_id = ${organization_id} and t.user_id = ${user_id}`;
};

export async function pageOfThreads(
  { db }: Services,
  viewer: Member,
  { search, ...page }: PageOf & { search?: string },
): Promise<{ data: AiThread[]; pagination: Pagination }> {
  const wanted = search?.trim()
    ? sql`and (lower(t.title) like ${containing(search.trim())} or exists (select 1 from ai_messages m
        where m.thread_id = t.id and m.role = 'user' and lower(m.content) like ${containing(search.trim())}))`
    : sql``;
  const all = sql`from ai_threads t where ${mine(viewer)} ${wanted}`;
  const { rows } = await sql<
    Row & { total: number }
  >`select ${columns}, count(*) over () as total ${all} order by pinned desc, updated_at desc, id desc
    limit ${page.per_page} offset ${offsetOf(page)}`.execute(db);
  return paged(page, rows, presentThread, () => countRows(db, all));
}

export async function createThread(
  { db }: Services,
  viewer: Member,
  { title, scope = {} }: { title?: string; scope?: AiScope },
): Promise<AiThread> {
  const { organization_id, user_id } = ownedBy(viewer);
  return db.transaction().execute(async (tx) => {
    // Locks the membership, so that two simultaneous requests count each other's conversation.
    await sql`select 1 from memberships where organization_id = ${organization_id} and user_id = ${user_id}
      for no key update`.execute(tx);
    await mustKnowScope(tx, viewer, scope);
    const { rows } = await sql<Row>`insert into ai_threads (id, organization_id, user_id, title, is_titled, scope)
      select ${newId()}, ${organization_id}, ${user_id}, ${title ?? untitled}, ${title !== undefined}, ${JSON.stringify(scope)}::jsonb
      where (select count(*) from ai_threads t where ${mine(viewer)}) < ${limits.threadsEach}
      returning ${columns}`.execute(tx);
    if (!rows[0])
      throw new AppError('conflict', `You have ${limits.threadsEach} conversations. Delete one to start another.`);
    return presentThread(rows[0]);
  });
}

export async function findThread({ db }: Services, viewer: Member, id: string): Promise<AiThread> {
  const { rows } = await sql<Row>`select ${columns} from ai_threads t where id = ${id} and ${mine(viewer)}`.execute(db);
  if (!rows[0]) throw notFound('The conversation');
  return presentThread(rows[0]);
}

export async function changeThread(
  { db }: Services,
  viewer: Member,
  id: string,
  { title, pinned, scope }: { title?: string; pinned?: boolean; scope?: AiScope },
): Promise<AiThread> {
  return db.transaction().execute(async (tx) => {
    const found = await sql<Row>`select ${columns} from ai_threads t where id = ${id} and ${mine(viewer)}
      for update`.execute(tx);
    const [before] = found.rows;
    if (!before) throw notFound('The conversation');
    if (scope) await mustKnowScope(tx, viewer, scope, before.scope);
    const { rows } = await sql<Row>`update ai_threads t set title = coalesce(${title ?? null}, title),
        is_titled = is_titled or ${title !== undefined}, pinned = coalesce(${pinned ?? null}::boolean, pinned),
        scope = coalesce(${scope ? JSON.stringify(scope) : null}::jsonb, scope)
      where id = ${id} returning ${columns}`.execute(tx);
    return presentThread(rows[0]!);
  });
}

export async function removeThread({ db }: Services, viewer: Member, id: string): Promise<void> {
  const { numAffectedRows } = await sql`delete from ai_threads t where id = ${id} and ${mine(viewer)}`.execute(db);
  if (numAffectedRows !== 1n) throw notFound('The conversation');
}
