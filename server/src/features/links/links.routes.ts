import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { changeLink, createLink, listLinks, revokeLink } from './links.service.ts';

const { links } = contract;

export const linkRoutes = [
  answer(links.list, ({ viewer, query }, services) => listLinks(services, viewer, query)),
  answer(links.create, ({ viewer, body }, services) => createLink(services, viewer, body)),
  answer(links.update, ({ viewer, params, body }, services) => changeLink(services, viewer, params.id, body)),
  answer(links.revoke, ({ viewer, params }, services) => revokeLink(services, viewer, params.id).then(done)),
];
