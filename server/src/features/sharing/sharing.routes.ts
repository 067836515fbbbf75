import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { membersWith, membersWithout, share, unshare } from './sharing.service.ts';

const { sharing } = contract;

export const sharingRoutes = [
  answer(sharing.share, ({ viewer, body }, services) => share(services, viewer, body).then(done)),
  answer(sharing.members, ({ viewer, params, query }, services) =>
    membersWith(services, viewer, params.documentId, query),
  ),
  answer(sharing.others, ({ viewer, params, query }, services) =>
    membersWithout(services, viewer, params.documentId, query),
  ),
  answer(sharing.unshare, ({ viewer, params }, services) =>
    unshare(services, viewer, params.userId, params.documentId).then(done),
  ),
];
