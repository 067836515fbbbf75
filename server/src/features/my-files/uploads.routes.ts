import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { changeDocument, createFolder, makeFolders } from './arrange.ts';
import { deleteDocuments, restoreDocuments } from './remove.ts';

const { documents } = contract;

export const myFilesRoutes = [
  answer(documents.createFolder, ({ viewer, body }, services) => createFolder(services, viewer, body)),
  answer(documents.makeFolders, ({ viewer, body }, services) => makeFolders(services, viewer, body).then(done)),
  answer(documents.change, ({ viewer, params, body }, services) => changeDocument(services, viewer, params.id, body)),
  answer(documents.delete, ({ viewer, body }, services) =>
    deleteDocuments(services, viewer, body.document_ids).then(done),
  ),
  answer(documents.restore, ({ viewer, body }, services) =>
    restoreDocuments(services, viewer, body.document_ids).then(done),
  ),
];
