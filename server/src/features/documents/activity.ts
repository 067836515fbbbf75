import type { Activity } from '@sheaf/contract';
import { sql } from 'kysely';
import { offsetOf, type PageOf, paged } from '../../db/paging.ts';
import type { Executor } from '../../db/pool.ts';
import { imageUrl } from '../../http/images.ts';
import type { Member } from '../../http/viewer.ts';
import { jobType, onJob } from '../../jobs/queue.ts';
import type { Services } from '../../services.ts';
import { mustSee } from './seen.ts';

export interface Event {
  document_id: string;
  kind: Activity['kind'];
  detail: string | null;
}

/** Somebody did something to documents; any number with one statement. */
export async function note(db: Executor, viewer: Pick<Member, 'id' | 'membership'>, events: readonly Event[]) {
  if (events.length === 0) return;
  await sql`insert into document_activity (organization_id, document_id, user_id, kind, detail)
    select ${viewer.membership.organizationId}, x.document_id, ${viewer.id}, x.kind, x.detail
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as x (document_id uuid, kind text, detail text)`.execute(
    db,
  );
}

/** Like note, but only once an hour for each document they see: looking twice is looking. */
export async function noteOnce(
  db: Executor,
  viewer: Pick<Member, 'id' | 'membership'>,
  documentIds: readonly string[],
  kind: Activity['kind'],
) {
  await sql`insert into document_activity (organization_id, document_id, user_id, kind)
    select organization_id, document_id, user_id, ${kind} from document_access seen
    where document_id = any(${documentIds}::uuid[]) and user_id = ${viewer.id}
      and not exists (select 1 from document_activity a where a.document_id = seen.document_id and a.user_id = seen.user_id
        and a.kind = ${kind} and a.at > now() - interval '1 hour')`.execute(db);
}

interface ActivityRow {
  id: number;
  kind: string;
  detail: string | null;
  at: Date;
  user_id: string | null;
  name: string | null;
  avatar_key: string | null;
  total: number;
}

/**
 * Newest first; the oldest is that it came. Labels and collections are everybody's own business; what others did with
 * it concerns the owner alone.
 */
export async function pageOfActivity({ db }: Services, viewer: Member, documentId: string, query: PageOf) {
  const [seen] = await mustSee(db, viewer, [documentId]);
  const all = sql`from (
      select id, kind, detail, at, user_id from document_activity where document_id = ${documentId}
        and (user_id is null or user_id = ${viewer.id} or (${seen!.own} and kind not in ('labelled', 'collected')))
      union all
      select 0, 'added', null, created_at, owner_id from documents where id = ${documentId}) x`;
  const { rows } = await sql<ActivityRow>`select x.*, u.name, u.avatar_key, (select count(*) ${all}) as total
    ${all} left join users u on u.id = x.user_id
    order by x.id desc limit ${query.per_page} offset ${offsetOf(query)}`.execute(db);
  return paged(query, rows, present, async () => {
    const counted = await sql<{ count: number }>`select count(*) as count ${all}`.execute(db);
    return counted.rows[0]!.count;
  });
}

const present = (row: ActivityRow): Activity => ({
  id: String(row.id),
  kind: row.kind as Activity['kind'],
  at: row.at.toISOString(),
  by: row.user_id && row.name ? { id: row.user_id, name: row.name, avatar: imageUrl(row.avatar_key) } : null,
  detail: row.detail,
});

/** Daily: what happened more than a year ago is forgotten. */
export const forgetActivity = onJob(
  jobType<object>('documents.forget-activity'),
  async (_, { db }, signal) => {
    for (let forgotten = 1; forgotten > 0 && !signal.aborted; ) {
      const { numAffectedRows } = await sql`delete from document_activity where id in (
        select id from document_activity where at < now() - interval '1 year' order by id limit 10000)`.execute(db);
      forgotten = Number(numAffectedRows ?? 0);
    }
  },
  '41 3 * * *',
);
