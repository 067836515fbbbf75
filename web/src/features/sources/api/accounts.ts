import { type CallInput, type SourceAccount, sources } from '@sheaf/contract';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/http.ts';
import { organizationKey } from '../../../lib/organization-key.ts';
import { pagedOptions } from '../../../lib/paged-list.ts';

const PAGE = 100;

/** All connected accounts: there are few of them, and the header needs every one. */
export const accountsQuery = () =>
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
  });

/** Takes over what the server told about an account, without asking again. */
export function putAccount(client: QueryClient, account: SourceAccount): void {
  client.setQueryData(accountsQuery().queryKey, (accounts) => {
    if (!accounts) return accounts;
    const known = accounts.some(({ id }) => id === account.id);
    return known ? accounts.map((other) => (other.id === account.id ? account : other)) : [...accounts, account];
  });
}

function changeAccount(client: QueryClient, id: string, change: Partial<SourceAccount>): void {
  client.setQueryData(accountsQuery().queryKey, (accounts) =>
    accounts?.map((account) => (account.id === id ? { ...account, ...change } : account)),
  );
}

/** A run has been asked for: the account is syncing here before the server says so. */
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

export const deleteAccount = mutationOptions({
  mutationFn: (id: string) => call(sources.delete, { params: { id } }),
  onSuccess: (_data, id, _result, { client }) =>
    client.setQueryData(accountsQuery().queryKey, (accounts) => accounts?.filter((account) => account.id !== id)),
  onSettled: (_data, _error, _id, _result, { client }) => reload(client),
});

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
    const { file_mode = 'all', file_selected_folders = [] } = data.sync;
    const folders = file_selected_folders.map(({ id, name = '' }) => ({ id, name }));
    const settings = { file_mode, chat_mode: 'selected', file_selected_folders: folders } as const;
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
