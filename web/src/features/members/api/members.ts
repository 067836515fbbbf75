import { type CallInput, type Member, members, type Role } from '@sheaf/contract';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { changed, changeLists, pagedOptions, reloadLists, without } from '../../../lib/api/paged-list.ts';

const lists = () => [...organizationKey('members'), 'list'];

/** Members by name, a page at a time. */
export const membersQuery = (search: string) =>
  pagedOptions([...lists(), search], (query, signal) =>
    call(members.list, { query: { ...query, search: search || undefined }, signal }),
  );

/** How much content a member has here. */
export const contentQuery = (id: string) =>
  queryOptions({
    queryKey: [...organizationKey('members'), 'content', id],
    queryFn: async ({ signal }) => (await call(members.content, { params: { id }, signal })).data,
    staleTime: 0,
  });

const departuresKey = () => [...organizationKey('members'), 'departures'];

/** Removed members whose files are still being removed, reloaded until there are none. */
export const departuresQuery = () =>
  queryOptions({
    queryKey: departuresKey(),
    queryFn: async ({ signal }) => (await call(members.departures, { signal })).data,
    refetchInterval: ({ state }) => (state.data && state.data.length > 0 ? 2000 : false),
  });

export const setRole = mutationOptions({
  mutationFn: async ({ id, role }: { id: string; role: Role }) =>
    (await call(members.setRole, { params: { id }, body: { role } })).data,
  onMutate: ({ id, role }, { client }) => changeLists<Member>(client, lists(), (list) => changed(list, id, { role })),
  onError: (_error, _input, undo) => undo?.(),
  onSettled: (_data, _error, _input, _undo, { client }) => void reloadLists(client, lists()),
});

/** The row is removed after the server's answer, not before: removing a member cannot be undone. */
export const removeMember = mutationOptions({
  mutationFn: ({ id, ...query }: { id: string } & CallInput<typeof members.remove>['query']) =>
    call(members.remove, { params: { id }, query }),
  onSuccess: async (_data, { id }, _result, { client }) => {
    await changeLists<Member>(client, lists(), (list) => without(list, id));
    void reloadLists(client, lists());
    void client.invalidateQueries({ queryKey: departuresKey() });
  },
});

export const leave = mutationOptions({
  mutationFn: (body: CallInput<typeof members.leave>['body']) => call(members.leave, { body }),
});

export const handOver = mutationOptions({
  mutationFn: (userId: string) => call(members.handOver, { body: { user_id: userId } }),
  onSuccess: (_data, _id, _result, { client }) => reloadLists(client, lists()),
});
