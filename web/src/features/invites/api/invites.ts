import { type CallInput, groups, type Invite, invites, limits } from '@sheaf/contract';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { changed, changeLists, pagedOptions, reloadLists, without } from '../../../lib/api/paged-list.ts';

const lists = () => [...organizationKey('invites'), 'list'];

/** Open invitations, newest first, a page at a time. */
export const invitesQuery = (search: string) =>
  pagedOptions([...lists(), search], (query, signal) =>
    call(invites.list, { query: { ...query, search: search || undefined }, signal }),
  );

/** The groups that people can be added to; the group of everyone is left out. */
export const groupChoicesQuery = () =>
  queryOptions({
    queryKey: [...organizationKey('groups'), 'choices'],
    queryFn: async ({ signal }) => {
      const load = (page: number) => call(groups.list, { query: { page, per_page: limits.perPageMax }, signal });
      const { data, pagination } = await load(1);
      for (let page = 2; page <= Math.ceil(pagination.total / limits.perPageMax); page += 1)
        data.push(...(await load(page)).data);
      return data.filter(({ everyone }) => !everyone);
    },
  });

export const createInvites = mutationOptions({
  mutationFn: async (input: CallInput<typeof invites.create>) => (await call(invites.create, input)).data,
  onSuccess: (_data, _input, _result, { client }) => void client.invalidateQueries({ queryKey: lists() }),
});

export const resendInvite = mutationOptions({
  mutationFn: async (id: string) => (await call(invites.resend, { params: { id } })).data,
  onSuccess: (invite, _id, _result, { client }) =>
    void changeLists<Invite>(client, lists(), (list) => changed(list, invite.id, invite)),
});

/** Removes the row immediately; an error restores it. */
export const revokeInvite = mutationOptions({
  mutationFn: ({ id }: Invite) => call(invites.revoke, { params: { id } }),
  onMutate: ({ id }, { client }) => changeLists<Invite>(client, lists(), (list) => without(list, id)),
  onError: (_error, _invite, undo) => undo?.(),
  onSettled: (_data, _error, _invite, _undo, { client }) => void reloadLists(client, lists()),
});
