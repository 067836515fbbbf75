import { contract } from '@sheaf/contract';
import { answer } from '../../http/route.ts';
import { exportPath } from './export-log.ts';
import { pageOfEvents, peopleOf } from './read-log.ts';

const { audit } = contract;

export const auditRoutes = [
  answer(audit.list, ({ viewer, query }, services) => pageOfEvents(services, viewer, query)),
  answer(audit.people, ({ viewer }, services) => peopleOf(services, viewer)),
  answer(audit.export, ({ viewer, body }, services) => exportPath(services, viewer, body)),
];
