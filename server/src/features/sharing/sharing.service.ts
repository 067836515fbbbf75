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
  deleteShares,
  insertShares,
  listWith,
  listWithout,
  nameOf,
  type PersonRow,
  type SharedRow,
  sharedFolders,
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

/** A folder is opened, a document shown; several stand among what is shared. */
function placeOf([first, ...others]: readonly Added[]): string {
  if (!first || others.length > 0) return 'owner=shared';
  return first.kind === 'folder' ? `parent_id=${first.document_id}` : `owner=shared&preview=${first.document_id}`;
}

const presentPerson = ({ id, name, email, avatar_key }: PersonRow) => ({
  id,
  name,
  email,
  avatar: imageUrl(avatar_key),
});

const presentShared = (row: SharedRow): SharedMember => ({
  ...presentPerson(row),
  documents: row.documents,
  via: row.via_id && row.via_name !== null ? { id: row.via_id, name: row.via_name } : null,
});

type Search = PageOf & { search?: string };
/** The one in the path, and more. */
interface About {
  documentId: string;
  also?: string[];
}

const idsOf = ({ documentId, also = [] }: About): string[] => [...new Set([documentId, ...also])];

export async function membersWith({ db }: Services, viewer: Member, about: About, query: Search) {
  const ids = idsOf(about);
  await mustOwn(db, viewer, ids);
  const list = (page: Search) => listWith(db, viewer.membership.organizationId, ids, page);
  return paged(query, await list(query), presentShared, async () => {
    return (await list({ ...query, page: 1, per_page: 1 }))[0]?.total ?? 0;
  });
}

export async function membersWithout({ db }: Services, viewer: Member, about: About, query: Search) {
  const ids = idsOf(about);
  await mustOwn(db, viewer, ids);
  const list = (page: Search) => listWithout(db, viewer.membership.organizationId, viewer.id, ids, page);
  return paged(query, await list(query), presentPerson, async () => {
    return (await list({ ...query, page: 1, per_page: 1 }))[0]?.total ?? 0;
  });
}

/** By the owner, or by whoever no longer wants it. What a folder brings is taken back at the folder. */
export async function unshare({ db }: Services, viewer: Member, userId: string, about: About): Promise<void> {
  const ids = idsOf(about);
  await db.transaction().execute(async (tx) => {
    const givenUp = userId === viewer.id;
    if (givenUp) await mustSee(tx, viewer, ids);
    else await mustOwn(tx, viewer, ids);
    const deleted = await deleteShares(tx, ids, userId);
    const folders = await sharedFolders(tx, ids, userId);
    const ended = deleted.filter((id) => !folders.has(id));
    if (ended.length === 0) {
      const [folder] = folders.values();
      if (folder === undefined) throw notFound('This access');
      throw new AppError('conflict', `This access comes from the folder “${folder}”. Remove it there.`);
    }
    const detail = givenUp ? null : await nameOf(tx, userId);
    await note(
      tx,
      viewer,
      ended.map((document_id) => ({ document_id, kind: 'unshared' as const, detail })),
    );
  });
}
