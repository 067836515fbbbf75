import { mapName } from '@sheaf/connectors';
import type { Cannot, SyncSettings } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError, notFound, wrongField } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { WrittenAccount } from '../documents/index.ts';
import { cannotWrite, findProvider, sourceName } from '../sources/index.ts';

/** A folder of an account, or its top level. */
export interface AccountPlace extends OwnedAccount {
  folderId: string | null;
}

export interface WritableAccount {
  id: string;
  source: string;
  settings: SyncSettings;
  status: string;
  access: string[];
}

/** An account and its owner, to whom everything made in it belongs. */
export type OwnedAccount = Pick<WrittenAccount, 'accountId' | 'owner'>;

/** Locks an account for a change of its content; throws with the reason if it can't be changed. */
export async function lockWritable(
  services: Services,
  tx: Executor,
  { accountId, owner }: OwnedAccount,
  what: keyof Cannot | null,
  item: { remoteId: string; isFolder: boolean } | null = null,
): Promise<WritableAccount> {
  const { rows } = await sql<WritableAccount>`select id, source, settings, status, access from source_accounts
    where id = ${accountId} and user_id = ${owner.userId} and organization_id = ${owner.organizationId}
      and removed_at is null for update`.execute(tx);
  const [account] = rows;
  if (!account) throw notFound('This account');
  const reason = what && cannotWrite(services, account, item)[what];
  if (reason) throw new AppError('conflict', reason);
  return account;
}

/** Checks that this is a folder of the account that can take something; null is the top level. */
export async function mustTake(tx: Executor, account: WritableAccount, folderId: string | null): Promise<void> {
  if (folderId === null) {
    if (account.settings.file_mode === 'all') return;
    throw new AppError(
      'conflict',
      `Only chosen folders of this account are in Sheaf. Choose one of them, or sync all of ${sourceName(account.source)}.`,
    );
  }
  const { rows } = await sql<{ kind: string; account_id: string }>`select kind, account_id from documents
    where id = ${folderId} and deleted_at is null and organization_id = (
      select organization_id from source_accounts where id = ${account.id})`.execute(tx);
  const [folder] = rows;
  if (!folder) throw notFound('This folder');
  if (folder.kind !== 'folder') throw new AppError('conflict', 'This is a file. Choose a folder.');
  if (folder.account_id !== account.id) throw new AppError('conflict', 'You can move things only within one place.');
}

/** Throws unless the app accepts the name and it is free in the folder. */
export async function mustBeFree(
  services: Services,
  tx: Executor,
  account: WritableAccount,
  folderId: string | null,
  name: string,
  except: string | null = null,
): Promise<void> {
  const { names } = findProvider(services, account.source).connector.manifest;
  const mapped = mapName(name, names).name;
  if (mapped !== name)
    throw wrongField('name', `${sourceName(account.source)} doesn’t allow this name. Try “${mapped}”.`);
  if (await isTaken(services, tx, account, folderId, name, except))
    throw new AppError('conflict', `This folder already contains something named “${name}”.`);
}

async function isTaken(
  services: Services,
  tx: Executor,
  account: WritableAccount,
  folderId: string | null,
  name: string,
  except: string | null,
): Promise<boolean> {
  const { caseInsensitive } = findProvider(services, account.source).connector.manifest.names;
  const { rows } = await sql`select from documents where account_id = ${account.id}
    and parent_id ${folderId ? sql`= ${folderId}` : sql`is null`} and name_key = left(lower(${name}::text), 500)
    and (${caseInsensitive} or name = ${name}) and deleted_at is null and gone_at is null
    and id is distinct from ${except}::uuid limit 1`.execute(tx);
  return rows.length > 0;
}

/** Locks a place that something is to be moved or copied to, and returns the rules for equal names there. */
export async function lockPlaceRules(
  services: Services,
  tx: Executor,
  place: AccountPlace,
): Promise<{ caseInsensitive: boolean }> {
  const account = await lockWritable(services, tx, place, 'add');
  await mustTake(tx, account, place.folderId);
  return findProvider(services, account.source).connector.manifest.names;
}
