import { contract } from '@sheaf/contract';
import { answer } from '../../http/route.ts';
import { listOfVisit } from './list-folder.ts';
import { openLink } from './open-link.ts';
import { renditionOfVisit } from './rendition-of-visit.ts';
import { documentOfVisit } from './shown-document.ts';
import { zipOfFolder } from './zip-of-folder.ts';

const { visits } = contract;

export const visitRoutes = [
  answer(visits.open, ({ body, client }, services) => openLink(services, client, body)),
  answer(visits.list, ({ body: { visit, in: folderId, ...page } }, services) =>
    listOfVisit(services, visit, folderId, page),
  ),
  answer(visits.get, ({ body }, services) => documentOfVisit(services, body.visit, body.document_id)),
  answer(visits.rendition, ({ body, client }, services) =>
    renditionOfVisit(services, client, body.visit, body.document_id),
  ),
  answer(visits.zip, ({ body, client }, services) => zipOfFolder(services, client, body.visit, body.document_id)),
];
