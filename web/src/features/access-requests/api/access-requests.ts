import { accessRequests, type SharePermission } from '@sheaf/contract';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';

export const askForAccess = mutationOptions({
  mutationFn: ({ id, message }: { id: string; message: string }) =>
    call(accessRequests.ask, { params: { id }, body: { message } }),
});

/** The requests for access to one’s own document. */
export const requestsQuery = (documentId: string) =>
  queryOptions({
    queryKey: [...organizationKey('sharing'), 'requests', documentId],
    queryFn: async ({ signal }) => (await call(accessRequests.list, { params: { id: documentId }, signal })).data,
  });

/** Reloads the access, the requests and the notifications. */
const reload = (client: QueryClient) =>
  Promise.all(
    ['sharing', 'documents', 'notifications'].map((what) =>
      client.invalidateQueries({ queryKey: organizationKey(what) }),
    ),
  );

export const grantRequest = mutationOptions({
  mutationFn: ({ id, permission }: { id: string; permission: SharePermission }) =>
    call(accessRequests.grant, { params: { id }, body: { permission } }),
  onSettled: (_data, _error, _input, _result, { client }) => reload(client),
});

export const declineRequest = mutationOptions({
  mutationFn: (id: string) => call(accessRequests.decline, { params: { id } }),
  onSettled: (_data, _error, _input, _result, { client }) => reload(client),
});
