import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { reasonsOf } from './reasons.ts';
import { everyone, membersWith, membersWithout, share, unshare } from './sharing.service.ts';

const { sharing } = contract;

export const sharingRoutes = [
  answer(sharing.share, ({ viewer, body }, services) => share(services, viewer, body).then(done)),
  answer(sharing.members, ({ viewer, params, query: { also, ...query } }, services) =>
    membersWith(services, viewer, { ...params, also }, query),
  ),
  answer(sharing.others, ({ viewer, params, query: { also, ...query } }, services) =>
    membersWithout(services, viewer, { ...params, also }, query),
  ),
  answer(sharing.candidates, ({ viewer, query }, services) => everyone(services, viewer, query)),
  answer(sharing.unshare, ({ viewer, params, query }, services) =>
    unshare(services, viewer, params.userId, { ...params, ...query }).then(done),
  ),
  answer(sharing.reasons, ({ viewer, params, query }, services) =>
    reasonsOf(services, viewer, params.id, query.user_id),
  ),
];
