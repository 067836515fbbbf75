import type { Document } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Member } from '../../../http/viewer.ts';
import { idAt, timeOfId } from '../../../platform/uuid.ts';
import type { Services } from '../../../services.ts';
import { isNotHidden, principals, sees } from '../../access/index.ts';
import { presentDocument } from '../document.present.ts';
import { rowsOf } from '../document-rows.ts';

type Kind = 'added' | 'shared' | 'changed' | 'renamed' | 'moved';

interface Change {
  document_id: string;
  at: Date;
  kind: Kind;
}

/** The end of a page. Changes at the same time are ordered by document. */
export interface ChangePlace {
  at: Date;
  documentId: string;
}

interface Asked {
  since: Date;
  /** Only changes after this place, newest first. */
  after?: ChangePlace;
  count: number;
}

/**
 * Lists what was added, shared with the viewer, changed, renamed or moved, newest first. A document that changed twice
 * appears twice. Contains only documents that the viewer sees now.
 */
export async function changesSince(services: Services, viewer: Member, asked: Asked) {
  const found = await Promise.all([
    added(services, viewer, asked),
    shared(services, viewer, asked),
    atSource(services, viewer, asked),
  ]);
  const moments = momentsOf(found.flat()).slice(0, asked.count + 1);
  const page = moments.slice(0, asked.count);
  const rows = await rowsOf(services.db, viewer, [...new Set(page.map(({ documentId }) => documentId))]);
  const documents = new Map(rows.map((row) => [row.id, presentDocument(services, viewer, row)]));
  return {
    // Leaves out documents that the viewer has lost access to since the first query.
    changes: page.flatMap(({ at, documentId, kinds }): { at: Date; kinds: Kind[]; document: Document }[] => {
      const document = documents.get(documentId);
      return document ? [{ at, kinds, document }] : [];
    }),
    next: moments.length > page.length ? page.at(-1)! : null,
  };
}

/** One entry per document and time. */
function momentsOf(changes: readonly Change[]) {
  const moments = Map.groupBy(changes, ({ at, document_id }) => `${at.toISOString()} ${document_id}`);
  return [...moments]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([, [first, ...others]]) => ({
      at: first!.at,
      documentId: first!.document_id,
      kinds: [...new Set([first!, ...others].map(({ kind }) => kind))],
    }));
}

/** Ids start with their creation time, so the index of the key has them in order. */
async function added({ db }: Services, viewer: Member, { since, after, count }: Asked): Promise<Change[]> {
  const { rows } = await sql<{ document_id: string }>`select distinct document_id from document_access a
    where principal_id = any(${principals(viewer)}) and organization_id = ${viewer.membership.organizationId}
      ${isNotHidden(viewer, 'a')} and document_id >= ${idAt(since)} ${after ? sql`and document_id < ${endOf(after)}` : sql``}
    order by document_id desc limit ${count + 1}`.execute(db);
  return rows.map(({ document_id }) => ({ document_id, at: timeOfId(document_id), kind: 'added' }));
}

/**
 * Documents added before the place have smaller ids: all ids of earlier times, and at the same time those before its
 * document.
 */
function endOf({ at, documentId }: ChangePlace): string {
  const [moment, next] = [idAt(at), idAt(new Date(at.getTime() + 1))];
  if (documentId < moment) return moment;
  return documentId < next ? documentId : next;
}

/** Rounded to milliseconds, as in ids, since places and pages are no finer. */
const millisecond = sql`date_trunc('milliseconds', at)`;
const standsAfter = (after: ChangePlace | undefined) =>
  after ? sql`and (${millisecond}, document_id) < (${after.at}, ${after.documentId}::uuid)` : sql``;

/** A shared folder stands for its contents. */
async function shared({ db }: Services, viewer: Member, { since, after, count }: Asked): Promise<Change[]> {
  const { rows } = await sql<Change>`select document_id, ${millisecond} as at, 'shared' as kind from (
      select s.document_id, s.created_at as at from document_shares s
      join document_access a on a.document_id = s.document_id and a.principal_id = s.principal_id
      join documents d on d.id = s.document_id and d.owner_id <> ${viewer.id}
      where s.organization_id = ${viewer.membership.organizationId} and s.principal_id = any(${principals(viewer)})
        and s.state in ('live', 'filling') ${isNotHidden(viewer, 'a')}) x
    where at >= ${since} ${standsAfter(after)}
    order by ${millisecond} desc, document_id desc limit ${count + 1}`.execute(db);
  return rows;
}

async function atSource({ db }: Services, viewer: Member, { since, after, count }: Asked): Promise<Change[]> {
  const bound = after ? sql`and c.at < ${new Date(after.at.getTime() + 1)}` : sql``;
  const { rows } = await sql<Change>`select document_id, ${millisecond} as at, kind from (
      select c.document_id, c.at, c.kind from document_activity c
      where ${sees(viewer, sql`c.document_id`)} and c.organization_id = ${viewer.membership.organizationId} and c.kind in ('changed', 'renamed', 'moved')
        and c.at >= ${since} ${bound}) x
    where true ${standsAfter(after)}
    order by ${millisecond} desc, document_id desc limit ${(count + 1) * 3}`.execute(db);
  return rows;
}
