import { contract, type SourceAccount, type Transfer } from '@sheaf/contract';
import { connectAccount } from '../../server/src/testing/sign-in/consent.ts';
import { until } from '../../server/src/testing/until.ts';
import type { Colleague } from './join.ts';
import type { Choice, DemoPerson, DemoTransfer } from './studio.ts';

const { documents, sources, transfers } = contract;

/** Connects an app at its sandbox, and waits until the selected folders, or everything, are synced. */
export async function connect(
  who: Colleague,
  { source, folders, name }: DemoPerson['apps'][number],
): Promise<SourceAccount | undefined> {
  const known = await accountAt(who, source);
  if (known?.last_synced_at) return undefined;
  const account = known ?? (await connectAccount(who, source, who.email.split('@')[0]!));
  if (name) await who.call(sources.rename, { params: { id: account.id }, body: { display_name: name } });
  const remote = folders && (await Promise.all(folders.map((name) => remoteFolder(who, account.id, name))));
  const sync = remote ? { file_mode: 'selected' as const, file_selected_folders: remote } : {};
  const body = { source_account_id: account.id, data: { sync } };
  const { batch_id } = (await who.call(sources.syncSettings, { body })).data;
  await until(`end to the sync of ${source}`, async () => {
    const { phase } = (await who.call(sources.batchStatus, { params: { id: batch_id } })).data;
    return phase === 'done' || undefined;
  });
  return accountAt(who, source);
}

/** Transfers from app to app, one after the other; transfers that were started before are left as they are. */
export async function copy(who: Colleague, wanted: readonly DemoTransfer[]): Promise<void> {
  const { pagination } = await who.call(transfers.list);
  for (const one of wanted.slice(pagination.total)) {
    const params = { id: (await begin(who, one)).id };
    // Immediately, because a hundred small files are done within a second.
    if (one.paused) await who.call(transfers.pause, { params });
    else await until(`end of the copy to ${one.to}`, () => ended(who, params));
  }
}

async function ended(who: Colleague, params: { id: string }): Promise<true | undefined> {
  return (await who.call(transfers.get, { params })).data.phase === 'done' || undefined;
}

async function begin(who: Colleague, { from, to, documents: choice, into, repeat }: DemoTransfer): Promise<Transfer> {
  const there = (await accountAt(who, to))!.id;
  const body = {
    from_account_id: (await accountAt(who, from))!.id,
    to_account_id: there,
    document_ids: await find(who, choice),
    to_folder_id: (await remoteFolder(who, there, into)).id,
    repeat,
  };
  return (await who.call(transfers.create, { body })).data;
}

export async function find({ call }: Colleague, query: Choice): Promise<string[]> {
  return (await call(documents.list, { query })).data.map(({ id }) => id);
}

async function accountAt({ call }: Colleague, source_id: string): Promise<SourceAccount | undefined> {
  return (await call(sources.accounts, { query: { source_id } })).data[0];
}

/** The files at the top level of the app. */
async function remoteFolder({ call }: Colleague, source_account_id: string, name: string) {
  const { files } = (await call(sources.browse, { body: { source_account_id, parent_id: null } })).data;
  return { id: files.find((file) => file.name === name)!.id, name };
}
