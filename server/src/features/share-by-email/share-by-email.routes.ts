import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { approveRequest, declineRequest, openRequests } from './decide.ts';
import { pendingOf, stopSharing } from './pending.ts';
import { shareByEmail } from './share.ts';

const { inviteRequests, pendingShares } = contract;

export const shareByEmailRoutes = [
  answer(pendingShares.create, ({ viewer, body }, services) => shareByEmail(services, viewer, body)),
  answer(pendingShares.list, ({ viewer, params, query }, services) =>
    pendingOf(services, viewer, { ...params, ...query }),
  ),
  answer(pendingShares.remove, ({ viewer, params, query }, services) =>
    stopSharing(services, viewer, params.id, { ...params, ...query }).then(done),
  ),
  answer(inviteRequests.list, ({ viewer }, services) => openRequests(services, viewer)),
  answer(inviteRequests.approve, ({ viewer, params }, services) =>
    approveRequest(services, viewer, params.id).then(done),
  ),
  answer(inviteRequests.decline, ({ viewer, params }, services) =>
    declineRequest(services, viewer, params.id).then(done),
  ),
];
