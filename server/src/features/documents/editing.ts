import { may } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError, mustFindAll, notFound } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { principalsNow } from '../access/index.ts';
import type { Owner } from './files/own-files.ts';
import { mustSee } from './seen.ts';

/** Rename a document, put something into a folder, or remove something from its place. */
export type Deed = 'rename' | 'add' | 'remove';

/** An account in which a person changes files, and its owner, who owns everything added there. */
export interface WrittenAccount {
  accountId: string;
  source: string;
  owner: Owner;
}

/**
 * Decides whether a person may change documents, and returns the account they are in. Allowed are the owner and
 * everyone with edit access to the documents or folders above them. Editors may rename what was shared directly, but it
 * stays where its owner has it. In a transaction the account is locked first, as every change of its files or shares
 * does, so that the decision holds until the end.
 */
export async function mayWrite(
  db: Executor,
  viewer: Member,
  ids: readonly string[],
  deed: Deed,
  field?: string,
): Promise<WrittenAccount> {
  await mustSee(db, viewer, ids, field);
  const account = await accountOf(db, ids);
  if (db.isTransaction) await lockAccount(db, account.accountId);
  const { rows } =
    await sql<Reach>`select d.id, d.owner_id = ${viewer.id} as own, d.account_id = ${account.accountId} as here,
      case when d.owner_id <> ${viewer.id} then edit_reach(d.id, ${principalsNow(viewer)}) end as reach
    from documents d where d.id = any(${[...ids]}::uuid[]) and d.organization_id = ${viewer.membership.organizationId}
      and d.deleted_at is null`.execute(db);
  const there = rows.filter(({ here }) => here).map(({ id }) => id);
  mustFindAll(ids, there, { one: 'document', many: 'documents', field });
  for (const row of rows) refuse(viewer, row, deed);
  return account;
}

interface Reach {
  id: string;
  own: boolean;
  here: boolean;
  reach: number | null;
}

export const viewOnly = 'You can only view this. Ask its owner to let you edit it.';
export const sharedDirectly = 'This item was shared with you directly. Only its owner can move or delete it.';
export const guestsOwnNothing = 'Guests can only change files that others let them edit.';

function refuse({ membership }: Member, { own, reach }: Reach, deed: Deed): void {
  const reason = own
    ? may(membership.role, 'sources.own')
      ? null
      : guestsOwnNothing
    : reach === null
      ? viewOnly
      : reach === 0 && deed === 'remove'
        ? sharedDirectly
        : null;
  if (reason) throw new AppError('forbidden', reason);
}

async function accountOf(db: Executor, ids: readonly string[]): Promise<WrittenAccount> {
  const { rows } = await sql<{ id: string; source: string; organization_id: string; user_id: string }>`
    select distinct c.id, c.source, c.organization_id, c.user_id
    from documents d join source_accounts c on c.id = d.account_id where d.id = any(${[...ids]}::uuid[])`.execute(db);
  if (rows.length > 1)
    throw new AppError('conflict', 'These are in different places. Choose from one place at a time.');
  const [row] = rows;
  if (!row) throw notFound('This document');
  const { id, source, organization_id, user_id } = row;
  return { accountId: id, source, owner: { organizationId: organization_id, userId: user_id } };
}

/** Serializes changes of an account, so that names stay unique. */
export async function lockAccount(tx: Executor, accountId: string): Promise<void> {
  await sql`select 1 from source_accounts where id = ${accountId} for update`.execute(tx);
}

/** Throws if an editor would move something out of a shared folder, since that would change who else sees it. */
export async function mustStayInside(
  db: Executor,
  viewer: Member,
  ids: readonly string[],
  { accountId, owner, folderId }: WrittenAccount & { folderId: string | null },
): Promise<void> {
  if (owner.userId === viewer.id) return;
  const { rows } = await sql`select 1 from documents d where d.id = any(${[...ids]}::uuid[])
    and (d.account_id <> ${accountId} or not exists (
      select 1 from edit_shares(d.id, ${principalsNow(viewer)}) above
      join edit_shares(${folderId}::uuid, ${principalsNow(viewer)}) target using (root)
      where above.distance > 0)) limit 1`.execute(db);
  if (rows.length > 0)
    throw new AppError('conflict', 'Files can be moved and copied only within the folder that was shared with you.');
}
