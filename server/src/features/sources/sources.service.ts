import type { RemoteId, Session } from '@sheaf/connectors';
import type { Source, SourceAccount } from '@sheaf/contract';
import { type PageOf, paged } from '../../db/paging.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { presentAccount } from './accounts.present.ts';
import {
  type AccountRow,
  accountsPerSource,
  countAccounts,
  deleteAccount,
  findAccount,
  listAccounts,
  updateAccount,
} from './accounts.queries.ts';
import { told } from './connect.ts';
import { openAccount } from './open-account.ts';
import { availableProviders, findProvider, type Provider } from './provider.ts';
import type { Secrets } from './secrets.ts';
import { stopWatching } from './watch.ts';

const presentSource = ({ connector, sandbox }: Provider): Source => {
  const { slug, name } = connector.manifest;
  return { id: slug, slug, name, auth: connector.auth.kind, sandbox };
};

export const listSources = (services: Services): Source[] => availableProviders(services).map(presentSource);

export async function connectedSources(
  services: Services,
  viewer: Member,
  search = '',
): Promise<(Source & { accounts: number })[]> {
  const counts = await accountsPerSource(services.db, viewer);
  return listSources(services)
    .filter(({ slug, name }) => counts.has(slug) && name.toLowerCase().includes(search.trim().toLowerCase()))
    .map((source) => ({ ...source, accounts: counts.get(source.slug)! }));
}

export async function pageOfAccounts(services: Services, viewer: Member, query: PageOf & { source_id?: string }) {
  const { db } = services;
  const rows = await listAccounts(db, viewer, query);
  return paged(
    query,
    rows,
    (row) => presentAccount(services, row),
    () => countAccounts(db, viewer),
  );
}

/** The viewer's own account, or 404. */
export async function ownAccount({ db }: Services, viewer: Member, id: string): Promise<AccountRow> {
  const account = await findAccount(db, viewer, id);
  if (!account) throw notFound('This account');
  return account;
}

/** One that can be talked to. */
export async function liveAccount(services: Services, viewer: Member, id: string): Promise<AccountRow> {
  const account = await ownAccount(services, viewer, id);
  if (account.status === 'disconnected')
    throw new AppError('conflict', 'This account is disconnected. Connect it again first.');
  return account;
}

/** The grant is given back where the source can, and forgotten here in any case; the copies stay. */
export async function disconnect(services: Services, viewer: Member, id: string): Promise<SourceAccount> {
  const account = await ownAccount(services, viewer, id);
  await stopWatching(services, account);
  await giveGrantBack(services, account);
  await updateAccount(services.db, id, { status: 'disconnected', secrets: null, problem: null, next_sync_at: null });
  return presentAccount(services, await ownAccount(services, viewer, id));
}

/** With the copies. Their bytes go with the sweeper once nothing else refers to them. */
export async function removeAccount(services: Services, viewer: Member, id: string): Promise<void> {
  const account = await ownAccount(services, viewer, id);
  await stopWatching(services, account);
  await giveGrantBack(services, account);
  await deleteAccount(services.db, id);
}

async function giveGrantBack(services: Services, account: AccountRow): Promise<void> {
  const { db, keys, log } = services;
  const row = await db.selectFrom('source_accounts').select('secrets').where('id', '=', account.id).executeTakeFirst();
  const { connector, app } = findProvider(services, account.source);
  if (!row?.secrets || connector.auth.kind !== 'oauth2' || !app || !connector.auth.revoke) return;
  try {
    const { tokens } = JSON.parse(keys.unseal(row.secrets)) as Secrets;
    if (tokens) await connector.auth.revoke(app, { ...tokens, expiresAt: null });
  } catch (error) {
    // Gone already, or out of reach: it is forgotten here all the same.
    log.warn({ err: error }, 'a grant could not be given back');
  }
}

interface Browsed {
  source_account_id: string;
  parent_id?: string | null;
  page?: string;
}

/** A folder's content for choosing, or the token for the provider's own picker. */
export async function browse(services: Services, viewer: Member, asked: Browsed) {
  const account = await liveAccount(services, viewer, asked.source_account_id);
  const session = openAccount(services, account);
  try {
    return await browseIn(session, asked);
  } finally {
    await session[Symbol.asyncDispose]();
  }
}

async function browseIn({ files }: Session, asked: Browsed) {
  const nothing = { files: [], next: null, token: null, expires_at: null };
  if (!files) return nothing;
  if (asked.parent_id === undefined && files.pickerToken) {
    const { token, expiresAt } = await told(files.pickerToken());
    return { ...nothing, token, expires_at: expiresAt.toISOString() };
  }
  const page = await told(files.browse((asked.parent_id ?? null) as RemoteId | null, (asked.page ?? null) as never));
  return {
    ...nothing,
    files: page.items.map(({ id, name, kind }) => ({
      id,
      name: name.toWellFormed(),
      kind: kind === 'folder' ? ('folder' as const) : ('file' as const),
    })),
    next: page.next,
  };
}
