import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { addMembers, pageOfGroupMembers, removeMember, setMembers } from './group-members.ts';
import { createGroup, deleteGroup, pageOfGroups, renameGroup, restoreGroup } from './groups.ts';

const { groups } = contract;

export const groupRoutes = [
  answer(groups.list, ({ viewer, query }, services) => pageOfGroups(services, viewer, query)),
  answer(groups.create, ({ viewer, body }, services) => createGroup(services, viewer, body.name)),
  answer(groups.update, ({ viewer, params, body }, services) => renameGroup(services, viewer, params.id, body.name)),
  answer(groups.delete, ({ viewer, params }, services) => deleteGroup(services, viewer, params.id).then(done)),
  answer(groups.restore, ({ viewer, params }, services) => restoreGroup(services, viewer, params.id)),
  answer(groups.members, ({ viewer, params, query }, services) =>
    pageOfGroupMembers(services, viewer, params.id, query),
  ),
  answer(groups.setMembers, ({ viewer, params, body }, services) =>
    setMembers(services, viewer, params.id, body.user_ids),
  ),
  answer(groups.addMembers, ({ viewer, params, body }, services) =>
    addMembers(services, viewer, params.id, body.user_ids),
  ),
  answer(groups.removeMember, ({ viewer, params }, services) =>
    removeMember(services, viewer, params.id, params.userId),
  ),
];
