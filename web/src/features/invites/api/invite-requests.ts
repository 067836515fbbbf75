import { inviteRequests } from '@sheaf/contract';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';

/** The people that members ask to invite. */
export const inviteRequestsQuery = () =>
  queryOptions({
    queryKey: [...organizationKey('invites'), 'requests'],
    queryFn: async ({ signal }) => (await call(inviteRequests.list, { signal })).data,
  });

/** Reloads the invitations, the requests and the notifications. */
const reload = (client: QueryClient) =>
  Promise.all(
    ['invites', 'sharing', 'notifications'].map((what) =>
      client.invalidateQueries({ queryKey: organizationKey(what) }),
    ),
  );

export const approveRequest = mutationOptions({
  mutationFn: (id: string) => call(inviteRequests.approve, { params: { id } }),
  onSettled: (_data, _error, _input, _result, { client }) => reload(client),
});

export const declineRequest = mutationOptions({
  mutationFn: (id: string) => call(inviteRequests.decline, { params: { id } }),
  onSettled: (_data, _error, _input, _result, { client }) => reload(client),
});
