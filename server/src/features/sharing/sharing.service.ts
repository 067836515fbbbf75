import type { ShareCandidate, SharedMember, SharePermission } from '@sheaf/contract';
import { paged } from '../../db/paging.ts';
import type { Executor } from '../../db/pool.ts';
import { AppError, wrongField } from '../../errors.ts';
import { imageUrl } from '../../http/images.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { lockAccountsOf } from '../access/index.ts';
import { type Actor, audit } from '../audit/index.ts';
import { mustOwn, mustSee, note } from '../documents/index.ts';
import { notifyOfShares } from '../notifications/index.ts';
import { sharedEvents, unsharedEvents } from './audit-events.ts';
import { announceToGroups } from './group-mails.ts';
import { listWith, listWithout, type PrincipalRow, type Search, type SharedRow } from './lists.queries.ts';
import { announce } from './mail-shares.ts';
import { changePermission } from './permissions.ts';
import { named } from './reasons.ts';
import { endShares, insertShares, mustBePrincipals, nameOf, type OtherShare, otherShares } from './sharing.queries.ts';
import { areMany, sharingProgress, startWalks } from './walks.ts';

interface Sharing {
  /** Ids of people and groups. */
  inviting_ids: string[];
  document_ids: string[];
  /** If omitted: view, and people with access keep their permission. */
  permission?: SharePermission;
}

/**
 * Shares documents. People who see something new get an email that names it, in the background and not for each share.
 * The content of a large folder follows in the background too.
 */
export async function share({ db }: Services, viewer: Member, asked: Sharing): Promise<void> {
  await db.transaction().execute((tx) => shareWithin(tx, viewer, asked));
}

/** Throws for the viewer themself, and for unknown people and groups. */
export async function mustBeInvitable(tx: Executor, viewer: Member, ids: readonly string[]): Promise<void> {
  if (ids.includes(viewer.id)) throw wrongField('inviting_ids', 'You already see your own documents');
  await mustBePrincipals(tx, viewer.membership.organizationId, ids);
}

/** Same, in the caller's transaction. Returns the documents that someone can newly see or edit. */
export async function shareWithin(tx: Executor, viewer: Member, asked: Sharing): Promise<string[]> {
  await mustBeInvitable(tx, viewer, asked.inviting_ids);
  await mustOwn(tx, viewer, asked.document_ids, 'document_ids');
  return shareFor(tx, viewer, asked);
}

/** The person whose documents are shared; they needn't be present. */
type Sharer = Actor & { membership: { organizationId: string } };

/**
 * Shares documents of the sharer, checked by the caller, with members. `quietly`: they are notified only in the app,
 * since another email tells them.
 */
export async function shareFor(
  tx: Executor,
  sharer: Sharer,
  asked: Sharing,
  { quietly = false }: { quietly?: boolean } = {},
): Promise<string[]> {
  const { organizationId } = sharer.membership;
  await lockAccountsOf(tx, asked.document_ids);
  const many = await areMany(tx, asked.document_ids);
  const { document_ids: ids, inviting_ids: principalIds, permission = 'view' } = asked;
  const changed = asked.permission ? await changePermission(tx, organizationId, ids, principalIds, permission) : [];
  const sharing = { permission, areMany: many };
  const added = await insertShares(tx, organizationId, sharer.id, ids, principalIds, sharing);
  const filling = added.filter(({ is_filling }) => is_filling);
  await startWalks(
    tx,
    filling.map(({ document_id, principal_id }) => ({ documentId: document_id, principalId: principal_id })),
  );
  await note(
    tx,
    sharer,
    [...added, ...changed].map(({ document_id, principal }) => ({
      document_id,
      kind: permission === 'edit' ? ('shared to edit' as const) : ('shared' as const),
      detail: principal,
    })),
  );
  await audit(tx, sharer, sharedEvents([...added, ...changed], permission));
  const withPeople = added.filter(({ email }) => email !== null);
  const tell = quietly ? notifyOfShares : announce;
  await tell(
    tx,
    { organizationId, sharedBy: sharer.id },
    withPeople.map(({ principal_id, document_id }) => ({ recipient_id: principal_id, document_id, group_id: null })),
  );
  const withGroups = added.filter(({ email }) => email === null);
  if (withGroups.length > 0)
    await announceToGroups(tx, sharer, {
      groupIds: [...new Set(withGroups.map(({ principal_id }) => principal_id))],
      documentIds: [...new Set(withGroups.map(({ document_id }) => document_id))],
      exceptIds: [...new Set(withPeople.map(({ principal_id }) => principal_id))],
    });
  return [...new Set([...added, ...changed].map(({ document_id }) => document_id))];
}

const presentPrincipal = ({ kind, id, name, email, avatar_key, members }: PrincipalRow): ShareCandidate => ({
  kind,
  id,
  name,
  email,
  avatar: imageUrl(avatar_key),
  members,
});

const presentShared = (row: SharedRow, progress: ReadonlyMap<string, number>): SharedMember => ({
  ...presentPrincipal(row),
  documents: row.documents,
  permission: row.may_edit ? 'edit' : 'view',
  via: named(row.via_id, row.via_name),
  group: named(row.group_id, row.group_name),
  progress: progress.get(row.group_id ?? row.id) ?? null,
});

/** The document in the path, and further ones. */
interface About {
  documentId: string;
  also?: string[];
}

const idsOf = ({ documentId, also = [] }: About): string[] => [...new Set([documentId, ...also])];

const fieldOf = ({ also = [] }: About) => (also.length > 0 ? 'also' : undefined);

const ownedBy = ({ id, membership }: Member, documentIds: readonly string[]) => ({
  organizationId: membership.organizationId,
  ownerId: id,
  documentIds,
});

export async function membersWith({ db }: Services, viewer: Member, about: About, query: Search) {
  const ids = idsOf(about);
  await mustOwn(db, viewer, ids, fieldOf(about));
  const list = (page: Search) => listWith(db, ownedBy(viewer, ids), page);
  const [rows, progress] = [await list(query), await sharingProgress(db, ids)];
  const present = (row: SharedRow) => presentShared(row, progress);
  return paged(query, rows, present, async () => {
    return (await list({ ...query, page: 1, per_page: 1 }))[0]?.total ?? 0;
  });
}

export async function membersWithout(services: Services, viewer: Member, about: About, query: Search) {
  const ids = idsOf(about);
  await mustOwn(services.db, viewer, ids, fieldOf(about));
  return candidates(services, viewer, ids, query);
}

/** Everyone to share with, whatever they can see already. */
export const everyone = (services: Services, viewer: Member, query: Search) => candidates(services, viewer, [], query);

async function candidates({ db }: Services, viewer: Member, ids: readonly string[], query: Search) {
  const list = (page: Search) => listWithout(db, ownedBy(viewer, ids), page);
  return paged(query, await list(query), presentPrincipal, async () => {
    return (await list({ ...query, page: 1, per_page: 1 }))[0]?.total ?? 0;
  });
}

/**
 * Ends a share, as its owner or as a person who no longer wants it. Access ends at once; rows of a large folder are
 * deleted in the background. Ended shares are ignored, so that a call whose answer was lost can be repeated. Throws if
 * all of the documents are shared by a folder or group, whose share must be ended there.
 */
export async function unshare({ db }: Services, viewer: Member, principalId: string, about: About): Promise<void> {
  const ids = idsOf(about);
  await db.transaction().execute(async (tx) => {
    const givenUp = principalId === viewer.id;
    if (givenUp) await mustSee(tx, viewer, ids, fieldOf(about));
    else await mustOwn(tx, viewer, ids, fieldOf(about));
    await lockAccountsOf(tx, ids);
    const deleted = await endShares(tx, ids, principalId, await areMany(tx, ids));
    await startWalks(
      tx,
      deleted.ending.map((documentId) => ({ documentId, principalId })),
    );
    const others = await otherShares(tx, viewer.membership.organizationId, ids, principalId);
    const ended = deleted.ended.filter((id) => !others.has(id) || others.get(id)!.group !== null);
    if (ended.length === 0) {
      const [other] = others.values();
      if (other && others.size === ids.length) throw comesFrom(other);
      return;
    }
    const detail = givenUp ? null : await nameOf(tx, principalId);
    await note(
      tx,
      viewer,
      ended.map((document_id) => ({ document_id, kind: 'unshared' as const, detail })),
    );
    await audit(tx, viewer, await unsharedEvents(tx, ended, detail ?? viewer.name));
  });
}

const comesFrom = ({ folder, group }: OtherShare): AppError =>
  new AppError(
    'conflict',
    group === null
      ? `This access comes from the folder “${folder}”. Remove it there.`
      : `This access comes from the group “${group}”. Remove the group’s access instead.`,
  );
