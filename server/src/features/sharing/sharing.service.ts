import type { SharedMember } from '@sheaf/contract';
import { type PageOf, paged } from '../../db/paging.ts';
import { AppError, notFound, wrongField } from '../../errors.ts';
import { imageUrl } from '../../http/images.ts';
import type { Member } from '../../http/viewer.ts';
import { sendMails } from '../../jobs/send-mail.ts';
import type { Services } from '../../services.ts';
import { mustOwn, mustSee, note } from '../documents/index.ts';
import { sharedMail } from './sharing.mail.ts';
import {
  type Added,
  deleteShare,
  insertShares,
  listWith,
  listWithout,
  type PersonRow,
  type SharedRow,
  sharedFolder,
} from './sharing.queries.ts';

interface Sharing {
  inviting_ids: string[];
  document_ids: string[];
}

/** Whoever sees something new gets one mail that names it. */
export async function share({ db, config }: Services, viewer: Member, asked: Sharing): Promise<void> {
  if (asked.inviting_ids.includes(viewer.id)) throw wrongField('inviting_ids', 'You see your own documents already');
  await db.transaction().execute(async (tx) => {
    await mustOwn(tx, viewer, asked.document_ids);
    const { organizationId } = viewer.membership;
    const added = await insertShares(tx, organizationId, viewer.id, asked.document_ids, asked.inviting_ids);
    await note(
      tx,
      viewer,
      added.map(({ document_id, user }) => ({ document_id, kind: 'shared' as const, detail: user })),
    );
    const perPerson = Map.groupBy(added, ({ email }) => email);
    await sendMails(
      tx,
      [...perPerson].map(([to, documents]) => ({
        to,
        content: sharedMail(
          viewer.name,
          documents.map(({ document }) => document),
          `${config.publicUrl}/directory?${placeOf(documents)}`,
        ),
      })),
    );
  });
}

const placeOf = (documents: readonly Added[]): string =>
  new URLSearchParams({
    owner: 'shared',
    ...(documents.length === 1 && { preview: documents[0]!.document_id }),
  }).toString();

const presentPerson = ({ id, name, email, avatar_key }: PersonRow) => ({
  id,
  name,
  email,
  avatar: imageUrl(avatar_key),
});

const presentShared = (row: SharedRow): SharedMember => ({
  ...presentPerson(row),
  via: row.via_id && row.via_name !== null ? { id: row.via_id, name: row.via_name } : null,
});

type Search = PageOf & { search?: string };

export async function membersWith({ db }: Services, viewer: Member, documentId: string, query: Search) {
  await mustOwn(db, viewer, [documentId]);
  const list = (page: Search) => listWith(db, viewer.membership.organizationId, documentId, page);
  return paged(query, await list(query), presentShared, async () => {
    return (await list({ ...query, page: 1, per_page: 1 }))[0]?.total ?? 0;
  });
}

export async function membersWithout({ db }: Services, viewer: Member, documentId: string, query: Search) {
  await mustOwn(db, viewer, [documentId]);
  const list = (page: Search) => listWithout(db, viewer.membership.organizationId, documentId, page);
  return paged(query, await list(query), presentPerson, async () => {
    return (await list({ ...query, page: 1, per_page: 1 }))[0]?.total ?? 0;
  });
}

/** By the owner, or by whoever no longer wants it. What a folder brings is taken back at the folder. */
export async function unshare({ db }: Services, viewer: Member, userId: string, documentId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const [seen] = await mustSee(tx, viewer, [documentId]);
    if (!seen!.own && userId !== viewer.id) throw notFound('This document');
    const deleted = await deleteShare(tx, documentId, userId);
    const folder = await sharedFolder(tx, documentId, userId);
    if (!deleted && folder === null) throw notFound('This access');
    if (folder !== null)
      throw new AppError('conflict', `This access comes from the folder “${folder}”. Remove it there.`);
    await note(tx, viewer, [{ document_id: documentId, kind: 'unshared', detail: null }]);
  });
}
