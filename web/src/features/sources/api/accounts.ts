import { type CallInput, type SourceAccount, sources } from '@sheaf/contract';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { askAgain } from '../../../lib/api/ask-again.ts';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { pagedOptions } from '../../../lib/api/paged-list.ts';

const PAGE = 100;
const REMOVAL_RELOAD_MS = 2000;

/** All accounts, including those being removed, whose progress is reloaded until they are gone. */
export const everyAccountQuery = () =>
  queryOptions({
    queryKey: organizationKey('source-accounts'),
    async queryFn({ signal }) {
      const accounts: SourceAccount[] = [];
      for (let page = 1; ; page++) {
        const answer = await call(sources.accounts, { query: { page, per_page: PAGE }, signal });
        accounts.push(...answer.data);
        if (answer.data.length === 0 || accounts.length >= answer.pagination.total) return accounts;
      }
    },
    refetchInterval: ({ state }) => (state.data?.some(isBeingRemoved) ? REMOVAL_RELOAD_MS : false),
  });

/** All connected accounts: there are few of them, and the header needs every one. */
export const accountsQuery = () => queryOptions({ ...everyAccountQuery(), select: withoutRemoved });

const isBeingRemoved = ({ status }: SourceAccount): boolean => status === 'removing';
/** A constant function, so that the result stays the same as long as the accounts do. */
const withoutRemoved = (accounts: SourceAccount[]): SourceAccount[] =>
  accounts.some(isBeingRemoved) ? accounts.filter((account) => !isBeingRemoved(account)) : accounts;

/** Updates the cached account with the server's answer. */
export function putAccount(client: QueryClient, account: SourceAccount): void {
  client.setQueryData(accountsQuery().queryKey, (accounts) => {
    if (!accounts) return accounts;
    const known = accounts.some(({ id }) => id === account.id);
    return known ? accounts.map((other) => (other.id === account.id ? account : other)) : [...accounts, account];
  });
  askAgain(client, accountsQuery().queryKey);
}

function changeAccount(client: QueryClient, id: string, change: Partial<SourceAccount>): void {
  client.setQueryData(accountsQuery().queryKey, (accounts) =>
    accounts?.map((account) => (account.id === id ? { ...account, ...change } : account)),
  );
}

/** Shows the account as syncing until the server reports the requested run. */
const started = { status: 'syncing', batch: null, problem: null } as const satisfies Partial<SourceAccount>;

const reload = (client: QueryClient) => client.invalidateQueries(accountsQuery());

export const syncNow = mutationOptions({
  mutationFn: (id: string) => call(sources.syncNow, { params: { id } }),
  onSuccess: (_data, id, _result, { client }) => changeAccount(client, id, started),
  onSettled: (_data, _error, _id, _result, { client }) => reload(client),
});

export const disconnectAccount = mutationOptions({
  mutationFn: async (id: string) => (await call(sources.disconnect, { params: { id } })).data,
  onSuccess: (account, _id, _result, { client }) => putAccount(client, account),
});

/** Lists of documents name their accounts too. */
export const renameAccount = mutationOptions({
  mutationFn: async ({ id, ...body }: { id: string; display_name: string }) =>
    (await call(sources.rename, { params: { id }, body })).data,
  onSuccess: (account, _input, _result, { client }) => {
    putAccount(client, account);
    for (const lists of ['documents', 'transfers']) void client.invalidateQueries({ queryKey: organizationKey(lists) });
  },
});

export const deleteAccount = mutationOptions({
  mutationFn: (id: string) => call(sources.delete, { params: { id } }),
  // A large account is removed in the background and keeps its card until then: a card that disappears and returns
  // would be confusing.
  onSuccess: (_data, id, _result, { client }) =>
    changeAccount(client, id, { status: 'removing', removal: { total: 0, processed: 0 } }),
  onSettled: (_data, _error, _id, _result, { client }) => reload(client),
});

/** Whether the account is among those loaded last; a deleted one that is listed is still being removed. */
export const isListed = (client: QueryClient, id: string): boolean =>
  client.getQueryData(everyAccountQuery().queryKey)?.some((account) => account.id === id) ?? false;

export const decideDeletions = mutationOptions({
  mutationFn: ({ id, action }: { id: string; action: 'apply' | 'keep' }) =>
    call(sources.decideDeletions, { params: { id }, body: { action } }),
  onSettled: (_data, _error, _input, _result, { client }) => reload(client),
});

export const previewSettings = mutationOptions({
  mutationFn: async (body: CallInput<typeof sources.previewSettings>['body']) =>
    (await call(sources.previewSettings, { body })).data.removed,
});

export const saveSettings = mutationOptions({
  mutationFn: (body: CallInput<typeof sources.syncSettings>['body']) => call(sources.syncSettings, { body }),
  onSuccess: (_data, { source_account_id, data }, _result, { client }) => {
    const { file_mode = 'all', file_selected_folders = [], chat_selected } = data.sync;
    const named = (chosen: typeof file_selected_folders) =>
      chosen.map((folder) => (typeof folder === 'string' ? { id: folder, name: folder } : { name: '', ...folder }));
    const settings = {
      file_mode,
      chat_mode: 'selected',
      file_selected_folders: named(file_selected_folders),
      ...(chat_selected && { chat_selected: named(chat_selected) }),
    } as const;
    changeAccount(client, source_account_id, { ...started, settings });
  },
  onSettled: (_data, _error, _input, _result, { client }) => reload(client),
});

export const failuresQuery = (id: string) =>
  pagedOptions([...organizationKey('source-failures'), id], (query, signal) =>
    call(sources.failures, { params: { id }, query, signal }),
  );

export const retryFailures = mutationOptions({
  mutationFn: (id: string) => call(sources.retryFailures, { params: { id } }),
  onSuccess: (_data, id, _result, { client }) => changeAccount(client, id, started),
  onSettled: (_data, _error, id, _result, { client }) =>
    Promise.all([reload(client), client.invalidateQueries({ queryKey: failuresQuery(id).queryKey })]),
});
