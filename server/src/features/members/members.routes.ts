import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { changeRole, contentOf, leave, pageOfMembers, removeMember, transferOwnership } from './members.service.ts';

const { members } = contract;

export const memberRoutes = [
  answer(members.list, ({ viewer, query }, services) => pageOfMembers(services, viewer, query)),
  answer(members.content, ({ viewer, params }, services) => contentOf(services, viewer, params.id)),
  answer(members.setRole, ({ viewer, params, body }, services) => changeRole(services, viewer, params.id, body.role)),
  answer(members.remove, ({ viewer, params, query }, services) =>
    removeMember(services, viewer, params.id, query).then(done),
  ),
  answer(members.leave, ({ viewer, body }, services) => leave(services, viewer, body).then(done)),
  answer(members.handOver, ({ viewer, body }, services) =>
    transferOwnership(services, viewer, body.user_id).then(done),
  ),
];
