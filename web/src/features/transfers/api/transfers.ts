import { type CallInput, type ReportFormat, type Transfer, type TransferOutcome, transfers } from '@sheaf/contract';
import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { askAgain } from '../../../lib/api/ask-again.ts';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { changed, changeLists, pagedOptions, reloadLists, without } from '../../../lib/api/paged-list.ts';
import { saveFrom } from '../../../lib/browser/save-file.ts';
import { isOpen } from '../transfer-text.ts';

/** How often running transfers are polled, even with the event stream open. */
const POLL_MS = 2000;
const OPEN_AT_ONCE = 100;
export const ITEMS_PER_PAGE = 20;

type Pages = Parameters<typeof changed<Transfer>>[0];

const all = () => organizationKey('transfers');
const historyKey = () => [...all(), 'history'];

/** Transfers that have not ended. */
export const openTransfersQuery = () =>
  queryOptions({
    queryKey: [...all(), 'open'],
    async queryFn({ signal, client }) {
      const query = { status: 'pending', per_page: OPEN_AT_ONCE } as const;
      const { data } = await call(transfers.list, { query, signal });
      const before = client.getQueryData(openTransfersQuery().queryKey);
      const isStillOpen = ({ id }: Transfer) => data.some((open) => open.id === id);
      if (before && !before.every(isStillOpen)) void reloadLists(client, historyKey());
      return data;
    },
    refetchInterval: ({ state }) => (state.data && state.data.length > 0 ? POLL_MS : false),
  });

/** All matching transfers, newest first. */
export const historyQuery = (filters: { mode?: Transfer['mode']; since?: string }) =>
  pagedOptions([...historyKey(), filters], (query, signal) =>
    call(transfers.list, { query: { ...query, ...filters }, signal }),
  );

export const transferQuery = (id: string) =>
  queryOptions({
    queryKey: [...all(), 'one', id],
    queryFn: async ({ signal }) => (await call(transfers.get, { params: { id }, signal })).data,
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? POLL_MS : false),
  });

interface ItemPage {
  id: string;
  outcome: TransferOutcome | undefined;
  page: number;
  /** Whether the transfer is in progress, so that its items change. */
  open: boolean;
}

export const itemsQuery = ({ id, outcome, page, open }: ItemPage) =>
  queryOptions({
    queryKey: [...all(), 'items', id, outcome ?? 'all', page],
    queryFn: ({ signal }) =>
      call(transfers.items, { params: { id }, query: { page, per_page: ITEMS_PER_PAGE, outcome }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: open ? POLL_MS : false,
  });

export type NewTransfer = NonNullable<CallInput<typeof transfers.create>['body']>;

/** The preview of a transfer; computed again whenever it is shown. */
export const previewQuery = (body: NewTransfer) =>
  queryOptions({
    queryKey: [...all(), 'preview', body],
    queryFn: async ({ signal }) => (await call(transfers.preview, { body, signal })).data,
    // Polled while the account is being listed.
    refetchInterval: ({ state }) => (state.data?.listing ? POLL_MS : false),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    meta: { quiet: true },
  });

/** Updates the cached transfer with the server's answer. */
export function putTransfer(client: QueryClient, transfer: Transfer): void {
  const known = client.getQueryData(transferQuery(transfer.id).queryKey);
  client.setQueryData(transferQuery(transfer.id).queryKey, transfer);
  client.setQueryData(openTransfersQuery().queryKey, (open) => {
    if (!open) return open;
    if (!isOpen(transfer)) return open.filter(({ id }) => id !== transfer.id);
    const listed = open.some(({ id }) => id === transfer.id);
    return listed ? open.map((other) => (other.id === transfer.id ? transfer : other)) : [transfer, ...open];
  });
  client.setQueriesData<Pages>({ queryKey: historyKey() }, (list) => list && changed(list, transfer.id, transfer));
  askAgain(client, transferQuery(transfer.id).queryKey);
  askAgain(client, openTransfersQuery().queryKey);
  if (isOpen(transfer)) return;
  if (!known || isOpen(known)) void reloadLists(client, historyKey());
  void client.invalidateQueries({ queryKey: [...all(), 'items', transfer.id] });
}

/** Reloads transfers after events may have been missed. */
export const reloadTransfers = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: all() });

export const createTransfer = mutationOptions({
  mutationFn: async (body: NewTransfer) => (await call(transfers.create, { body })).data,
  onSuccess(transfer, _body, _result, { client }) {
    putTransfer(client, transfer);
    void reloadLists(client, historyKey());
  },
});

export type Step = 'pause' | 'resume' | 'cancel' | 'retry';

export const stepTransfer = mutationOptions({
  mutationFn: async ({ id, step }: { id: string; step: Step }) =>
    (await call(transfers[step], { params: { id } })).data,
  onSuccess: (transfer, _input, _result, { client }) => putTransfer(client, transfer),
  onError: (_error, { id }, _result, { client }) => client.invalidateQueries(transferQuery(id)),
});

export const repeatTransfer = mutationOptions({
  mutationFn: async ({ id, repeat }: { id: string; repeat: Transfer['repeat'] }) =>
    (await call(transfers.setRepeat, { params: { id }, body: { repeat } })).data,
  onSuccess: (transfer, _input, _result, { client }) => putTransfer(client, transfer),
});

export const deleteTransfer = mutationOptions({
  mutationFn: (id: string) => call(transfers.delete, { params: { id } }),
  onSuccess: (_data, id, _result, { client }) =>
    void changeLists<Transfer>(client, historyKey(), (list) => without(list, id)),
  onSettled: (_data, _error, _id, _result, { client }) => reloadLists(client, historyKey()),
});

export const downloadReport = mutationOptions({
  async mutationFn({ id, format }: { id: string; format: ReportFormat }) {
    const { data } = await call(transfers.reportPath, { params: { id }, body: { format } });
    saveFrom(`/storage/${data.local_path}`);
  },
});
