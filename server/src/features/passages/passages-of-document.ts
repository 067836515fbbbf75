import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { Member } from '../../http/viewer.ts';
import { sees } from '../access/index.ts';
import type { Passage } from './text/task.ts';

export interface ReadPassage {
  number: number;
  places: Passage['places'];
  language: string | null;
  body: string;
}

interface Text {
  /** none: its kind has no text, or its bytes aren't here. */
  state: 'none' | 'waiting' | 'read' | 'failed';
  /** Why reading failed, if it did. */
  reason: string | null;
  /** There is more text than is kept. */
  isCut: boolean;
  total: number;
  passages: ReadPassage[];
}

/** Passages of a document from a number on; undefined if the viewer may not see it now. */
export async function passagesOf(
  db: Executor,
  viewer: Member,
  documentId: string,
  { from, count }: { from: number; count: number },
): Promise<Text | undefined> {
  const { rows } = await sql<{
    state: 'waiting' | 'read' | 'failed' | null;
    reason: string | null;
    is_cut: boolean | null;
    total: number;
    passages: ReadPassage[] | null;
  }>`
    select t.state, t.reason, t.is_cut,
      (select count(*) from passages p where p.organization_id = d.organization_id and p.sha256 = d.sha256) as total,
      (select jsonb_agg(x order by x.number) from (
        select p.number, p.places, p.language, p.body from passages p
        where p.organization_id = d.organization_id and p.sha256 = d.sha256 and p.number >= ${from}
        order by p.number limit ${count}) x) as passages
    from documents d
    left join content_texts t on t.organization_id = d.organization_id and t.sha256 = d.sha256
    where d.id = ${documentId} and d.organization_id = ${viewer.membership.organizationId}
      and ${sees(viewer, sql`d.id`)}`.execute(db);
  const [row] = rows;
  return (
    row && {
      state: row.state ?? 'none',
      reason: row.state === 'failed' ? row.reason : null,
      isCut: row.is_cut ?? false,
      total: row.total,
      passages: row.passages ?? [],
    }
  );
}
