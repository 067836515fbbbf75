import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { askForAccess } from './ask.ts';
import { declineRequest, grantRequest, requestsFor } from './decide.ts';

const { accessRequests } = contract;

export const accessRequestRoutes = [
  answer(accessRequests.ask, ({ viewer, params, body }, services) =>
    askForAccess(services, viewer, params.id, body.message).then(done),
  ),
  answer(accessRequests.list, ({ viewer, params }, services) => requestsFor(services, viewer, params.id)),
  answer(accessRequests.grant, ({ viewer, params, body }, services) =>
    grantRequest(services, viewer, params.id, body.permission).then(done),
  ),
  answer(accessRequests.decline, ({ viewer, params }, services) =>
    declineRequest(services, viewer, params.id).then(done),
  ),
];
