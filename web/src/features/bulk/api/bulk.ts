import { type BulkBatch, bulk, type CallInput } from '@sheaf/contract';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';

/** Actions in progress and recently ended ones. The server’s events keep it up to date. */
export const bulkQuery = () =>
  queryOptions({
    queryKey: organizationKey('bulk'),
    queryFn: async ({ signal }) => (await call(bulk.list, { signal })).data,
    // The tray is an extra: the page is complete without it.
    meta: { quiet: true },
  });

/** Adds a batch to the list, or updates it there. */
export function putBatch(client: QueryClient, batch: BulkBatch): void {
  client.setQueryData(bulkQuery().queryKey, (known: BulkBatch[] = []) =>
    known.some(({ id }) => id === batch.id)
      ? known.map((one) => (one.id === batch.id ? batch : one))
      : [batch, ...known],
  );
}

export type BulkRequest = NonNullable<CallInput<typeof bulk.start>['body']>;

export const startBulk = mutationOptions({
  mutationFn: async (body: BulkRequest) => (await call(bulk.start, { body })).data,
  onSuccess: (batch, _body, _result, { client }) => putBatch(client, batch),
});

export const cancelBulk = mutationOptions({
  mutationFn: async (id: string) => (await call(bulk.cancel, { params: { id } })).data,
  onSuccess: (batch, _id, _result, { client }) => putBatch(client, batch),
});

export const undoBulk = mutationOptions({
  mutationFn: async (id: string) => (await call(bulk.undo, { params: { id } })).data,
  onSuccess: (batch, _id, _result, { client }) => putBatch(client, batch),
});
