import type { RemoteId, Session } from '@sheaf/connectors';
import type { ChatChannel, RemoteFolder, Source, SourceAccount } from '@sheaf/contract';
import { type PageOf, paged } from '../../db/paging.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit/index.ts';
import { presentAccount } from './accounts.present.ts';
import {
  type AccountRow,
  accountsPerSource,
  countAccounts,
  findAccount,
  listAccounts,
  notifyAccount,
  updateAccount,
} from './accounts.queries.ts';
import { refuseWhilePaused } from './app-pauses.ts';
import { asSourceError } from './connect/connect.ts';
import { openAccount } from './open-account.ts';
import { availableProviders, holdsOf, type Provider, sourceName } from './provider.ts';
import { revokeSoon } from './secrets/revoke-grants.ts';

const presentSource = ({ connector, sandbox }: Provider): Source => {
  const { slug, name } = connector.manifest;
  return { id: slug, slug, name, auth: connector.auth.kind, holds: holdsOf(connector), sandbox };
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

/** An account that is connected. */
export async function liveAccount(services: Services, viewer: Member, id: string): Promise<AccountRow> {
  const account = await ownAccount(services, viewer, id);
  if (account.status === 'disconnected')
    throw new AppError('conflict', 'This account is disconnected. Reconnect it first.');
  return account;
}

/** Sets the name that the person uses for it here; the provider never learns it. */
export async function renameAccount(
  services: Services,
  viewer: Member,
  id: string,
  displayName: string,
): Promise<SourceAccount> {
  await ownAccount(services, viewer, id);
  await services.db.transaction().execute(async (tx) => {
    await updateAccount(tx, id, { display_name: displayName || null });
    await notifyAccount(tx, id);
  });
  return presentAccount(services, await ownAccount(services, viewer, id));
}

/**
 * Takes effect at once; the provider is asked to revoke the grant afterwards (see revoke-grants.ts). The copies stay.
 */
export async function disconnect(services: Services, viewer: Member, id: string): Promise<SourceAccount> {
  const account = await ownAccount(services, viewer, id);
  await services.db.transaction().execute(async (tx) => {
    await updateAccount(tx, id, { status: 'disconnected', secrets: null, problem: null, next_sync_at: null });
    await revokeSoon(tx);
    await audit(tx, viewer, { action: 'source_disconnected', ...aboutAccount(account) });
  });
  return presentAccount(services, await ownAccount(services, viewer, id));
}

/** The account in the audit log: its login and its app. */
export const aboutAccount = ({ id, name, source }: Pick<AccountRow, 'id' | 'name' | 'source'>) => ({
  object: { kind: 'account' as const, id, name },
  details: { app: sourceName(source) },
});

interface Place {
  source_account_id: string;
  kind: 'files' | 'chats';
  parent_id: string | null;
}

/** Lists are returned whole up to this many pages; `browse` returns longer ones page by page. */
const maxPages = 50;

/** The token for the provider's own picker, or the list to choose from. */
export async function filesToChoose(
  services: Services,
  viewer: Member,
  { kind, parent_id, ...asked }: Omit<Place, 'kind' | 'parent_id'> & Partial<Pick<Place, 'kind' | 'parent_id'>>,
) {
  return inAccount(services, viewer, asked.source_account_id, async (session) => {
    const { files } = session;
    const wanted = kind ?? (files ? 'files' : 'chats');
    if (wanted === 'files' && parent_id === undefined && files?.pickerToken)
      return (await asSourceError(files.pickerToken())).token;
    const [chats, folders]: [ChatChannel[], RemoteFolder[]] = [[], []];
    let page: string | undefined;
    for (let count = 0; count < maxPages; count++) {
      const read = await readPage(session, { ...asked, kind: wanted, parent_id: parent_id ?? null, page });
      chats.push(...read.chats);
      folders.push(...read.files);
      if (read.next === null) break;
      page = read.next;
    }
    return wanted === 'chats' ? chats : folders;
  });
}

/** A page of a folder's content or of the channels, for choosing. */
export const browse = (services: Services, viewer: Member, asked: Place & { page?: string }) =>
  inAccount(services, viewer, asked.source_account_id, (session) => readPage(session, asked));

async function inAccount<T>(
  services: Services,
  viewer: Member,
  id: string,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const account = await liveAccount(services, viewer, id);
  await asSourceError(refuseWhilePaused(services, account.source));
  const session = openAccount(services, account);
  try {
    return await work(session);
  } finally {
    await session[Symbol.asyncDispose]();
  }
}

async function readPage({ files, threads }: Session, asked: Place & { page?: string | undefined }) {
  const nothing = { files: [], chats: [], next: null };
  if (asked.kind === 'chats') {
    if (!threads) return nothing;
    const { items, next } = await asSourceError(threads.channels((asked.page ?? null) as never));
    const chats = items.map(({ id, name, isPrivate, isOff = false }) => ({
      id,
      name: name.toWellFormed(),
      is_private: isPrivate,
      is_off: isOff,
    }));
    return { ...nothing, chats, next };
  }
  if (!files) return nothing;
  const page = await asSourceError(files.browse(asked.parent_id as RemoteId | null, (asked.page ?? null) as never));
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
