import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { listDepartures } from './list-departures.ts';
import { removeAccount } from './remove-account.ts';

export const removalRoutes = [
  answer(contract.sources.delete, ({ viewer, params }, services) =>
    removeAccount(services, viewer, params.id).then(done),
  ),
  answer(contract.members.departures, ({ viewer }, services) => listDepartures(services, viewer)),
];
