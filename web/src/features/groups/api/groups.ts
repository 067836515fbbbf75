import { type Group, groups, type Member, members } from '@sheaf/contract';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { changed, changeLists, pagedOptions, reloadLists, without } from '../../../lib/api/paged-list.ts';
import { runMutation } from '../../../lib/api/run-mutation.ts';
import { undoToast } from '../../../ui/feedback/undo-toast.ts';

const lists = () => [...organizationKey('groups'), 'list'];
const people = (id: string) => [...organizationKey('groups'), 'people', id];

/** Groups of the workspace, everyone first, a page at a time. */
export const groupsQuery = (search: string) =>
  pagedOptions([...lists(), search], (query, signal) =>
    call(groups.list, { query: { ...query, search: search || undefined }, signal }),
  );

/** The people in a group by name, a page at a time. */
export const groupPeopleQuery = (id: string) =>
  pagedOptions(people(id), (query, signal) => call(groups.members, { params: { id }, query, signal }));

/** Everyone who could be in a group. */
export const candidatesQuery = (search: string) =>
  pagedOptions([...organizationKey('groups'), 'candidates', search], (query, signal) =>
    call(members.list, { query: { ...query, search: search || undefined }, signal }),
  );

/** Reloads documents and access lists too, because they depend on groups. */
const reload = (client: QueryClient) =>
  Promise.all(
    ['groups', 'sharing', 'documents'].map((key) => client.invalidateQueries({ queryKey: organizationKey(key) })),
  );

export const createGroup = mutationOptions({
  mutationFn: async (name: string) => (await call(groups.create, { body: { name } })).data,
  onSettled: (_data, _error, _input, _result, { client }) => void reloadLists(client, lists()),
});

export const renameGroup = mutationOptions({
  mutationFn: async ({ id, name }: { id: string; name: string }) =>
    (await call(groups.update, { params: { id }, body: { name } })).data,
  onSettled: (_data, _error, _input, _result, { client }) => void reload(client),
});

const restoreGroup = mutationOptions({
  mutationFn: async (id: string) => (await call(groups.restore, { params: { id } })).data,
  onSettled: (_data, _error, _input, _result, { client }) => void reload(client),
});

export const deleteGroup = mutationOptions({
  mutationFn: ({ id }: Group) => call(groups.delete, { params: { id } }),
  onSuccess: async (_data, { id, name }, _result, { client }) => {
    await changeLists<Group>(client, lists(), (list) => without(list, id));
    undoToast(`Group “${name}” deleted`, () => runMutation(client, restoreGroup, id));
  },
  onSettled: (_data, _error, _input, _result, { client }) => void reload(client),
});

interface Membership {
  group: Group;
  person: Member;
}

/** Applies the server’s answer, the group with its new number of people. */
const applied = async (client: QueryClient, { id, members: number }: Group) => {
  await changeLists<Group>(client, lists(), (list) => changed(list, id, { members: number }));
  void reload(client);
};

export const addPerson = mutationOptions({
  mutationFn: async ({ group: { id }, person }: Membership) =>
    (await call(groups.addMembers, { params: { id }, body: { user_ids: [person.id] } })).data,
  onSuccess: (group, _input, _result, { client }) => applied(client, group),
});

export const removePerson = mutationOptions({
  mutationFn: async ({ group: { id }, person }: Membership) =>
    (await call(groups.removeMember, { params: { id, userId: person.id } })).data,
  onMutate: ({ group: { id }, person }, { client }) =>
    changeLists<Member>(client, people(id), (list) => without(list, person.id)),
  onError: (_error, _input, undo) => undo?.(),
  onSuccess: (group, _input, _undo, { client }) => applied(client, group),
});
