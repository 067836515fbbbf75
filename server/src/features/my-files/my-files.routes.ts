import { contract, duplicates } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { changeDocument, createFolder, makeFolders } from './arrange.ts';
import { deleteDocuments, restoreDocuments } from './remove.ts';
import { deleteForever, emptyTrash, trashedAccounts } from './trash.ts';
import { trashDuplicates } from './trash-duplicates.ts';

const { documents, trash } = contract;

export const myFilesRoutes = [
  answer(documents.createFolder, ({ viewer, body }, services) => createFolder(services, viewer, body)),
  answer(documents.makeFolders, ({ viewer, body }, services) => makeFolders(services, viewer, body).then(done)),
  answer(documents.change, ({ viewer, params, body }, services) => changeDocument(services, viewer, params.id, body)),
  answer(documents.delete, ({ viewer, body }, services) =>
    deleteDocuments(services, viewer, body.document_ids).then(done),
  ),
  answer(duplicates.trash, ({ viewer, body }, services) => trashDuplicates(services, viewer, body.contents)),
  answer(documents.restore, ({ viewer, body }, services) =>
    restoreDocuments(services, viewer, body.document_ids).then(done),
  ),
  answer(trash.accounts, ({ viewer }, services) => trashedAccounts(services, viewer)),
  answer(trash.empty, ({ viewer, body }, services) => emptyTrash(services, viewer, body.account_id).then(done)),
  answer(trash.delete, ({ viewer, body }, services) => deleteForever(services, viewer, body.document_ids).then(done)),
];
