import { randomBytes } from 'node:crypto';
import { type CallInput, limits, type links, may, type PublicLink } from '@sheaf/contract';
import { paged } from '../../db/paging.ts';
import type { Executor } from '../../db/pool.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { tokenHash } from '../../platform/secrets/keys.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { audit, type Recorded } from '../audit/index.ts';
import { hashPassword } from '../auth/index.ts';
import { note } from '../documents/index.ts';
import { presentLink } from './links.present.ts';
import {
  countLinks,
  deleteLink,
  findLinks,
  insertLink,
  type LinkedTo,
  linksAllowed,
  updateLink,
} from './links.queries.ts';
import { mustBeLinkable } from './must-be-linkable.ts';

type Asked<E extends keyof typeof links> = NonNullable<CallInput<(typeof links)[E]>['body']>;

interface ListQuery {
  page: number;
  per_page: number;
  search?: string | undefined;
  document_id?: string | undefined;
  of: 'me' | 'everyone';
}

export async function listLinks(services: Services, viewer: Member, query: ListQuery) {
  const { organizationId, role } = viewer.membership;
  if (query.of === 'everyone' && !may(role, 'links.manage'))
    throw new AppError('forbidden', 'Only owners and admins see the public links of everyone.');
  const { document_id: documentId, search } = query;
  const wanted = { organizationId, userId: query.of === 'everyone' ? null : viewer.id, documentId, search };
  const rows = await findLinks(services.db, wanted, query);
  return paged(
    query,
    rows,
    (row) => presentLink(services, viewer, row),
    async () => (await findLinks(services.db, wanted, { page: 1, per_page: 1 }))[0]?.total ?? 0,
  );
}

/** Creates at most one link per document and person, even for simultaneous requests. */
export async function createLink(services: Services, viewer: Member, asked: Asked<'create'>): Promise<PublicLink> {
  const { organizationId } = viewer.membership;
  const { document_id, downloads } = asked;
  const id = newId();
  // 256 bits can't be guessed.
  const token = randomBytes(32).toString('base64url');
  const password_hash = asked.password === undefined ? null : await hashPassword(asked.password);
  const expires_at = asked.expires_at ? new Date(asked.expires_at) : null;
  await services.db.transaction().execute(async (tx) => {
    const document = await mustBeLinkable(tx, viewer, document_id);
    await mustBeAllowed(tx, organizationId);
    if ((await countLinks(tx, organizationId, viewer.id)) >= limits.linksEach)
      throw new AppError(
        'conflict',
        `You can have up to ${limits.linksEach.toLocaleString('en')} public links. Revoke some first.`,
      );
    const isNew = await insertLink(tx, {
      id,
      organization_id: organizationId,
      document_id,
      user_id: viewer.id,
      token_hash: tokenHash(token),
      secrets: services.keys.seal(token),
      password_hash,
      expires_at,
      downloads,
    });
    if (!isNew)
      throw new AppError('conflict', 'This document already has a public link. Change it, or revoke it first.');
    await note(tx, viewer, [{ document_id, kind: 'linked', detail: null }]);
    await audit(tx, viewer, eventOf('link_created', { document_id, document, user_id: viewer.id }, asked));
  });
  return ownLink(services, viewer, id);
}

export async function changeLink(services: Services, viewer: Member, id: string, asked: Asked<'update'>) {
  const { password, expires_at, downloads } = asked;
  const own = { id, organizationId: viewer.membership.organizationId, userId: viewer.id };
  const password_hash = typeof password === 'string' ? await hashPassword(password) : password;
  await services.db.transaction().execute(async (tx) => {
    const changed = await updateLink(tx, own, {
      ...(password_hash !== undefined && { password_hash }),
      ...(expires_at !== undefined && { expires_at: expires_at === null ? null : new Date(expires_at) }),
      ...(downloads !== undefined && { downloads }),
    });
    if (!changed) throw notFound('This public link');
    await mustBeAllowed(tx, own.organizationId);
    await audit(tx, viewer, eventOf('link_changed', changed, asked));
  });
  return ownLink(services, viewer, id);
}

/** Allowed for the maker of the link, and for those who manage the links of the workspace. */
export async function revokeLink({ db }: Services, viewer: Member, id: string): Promise<void> {
  const { organizationId, role } = viewer.membership;
  await db.transaction().execute(async (tx) => {
    const userId = may(role, 'links.manage') ? null : viewer.id;
    const revoked = await deleteLink(tx, id, { organizationId, userId });
    if (!revoked) throw notFound('This public link');
    await note(tx, viewer, [{ document_id: revoked.document_id, kind: 'unlinked', detail: null }]);
    await audit(tx, viewer, eventOf('link_revoked', revoked, {}));
  });
}

async function mustBeAllowed(tx: Executor, organizationId: string): Promise<void> {
  if (await linksAllowed(tx, organizationId)) return;
  throw new AppError(
    'conflict',
    'This workspace doesn’t allow public links. An owner can turn them on in Settings under Workspace.',
  );
}

async function ownLink(services: Services, viewer: Member, id: string): Promise<PublicLink> {
  const wanted = { organizationId: viewer.membership.organizationId, userId: viewer.id, id };
  const [row] = await findLinks(services.db, wanted, { page: 1, per_page: 1 });
  if (!row) throw notFound('This public link');
  return presentLink(services, viewer, row);
}

/** Records what was set, but of a password only whether there is one. */
const eventOf = (
  action: 'link_created' | 'link_changed' | 'link_revoked',
  { document_id, document }: LinkedTo,
  { password, expires_at, downloads }: Asked<'update'>,
): Recorded => ({
  action,
  object: { kind: 'document', id: document_id, name: document },
  details: {
    ...(password !== undefined && { password: password !== null }),
    ...(expires_at !== undefined && { expires: expires_at ?? 'never' }),
    ...(downloads !== undefined && { downloads }),
  },
});
