import { contract, duplicates, trash } from '@sheaf/contract';
import { answer } from '../../http/route.ts';
import { documentDetails, messagePictures, messagesOf } from './details.ts';
import { pageOfActivity } from './history/page-of-activity.ts';
import { pageOfDuplicates } from './lists/duplicates.ts';
import { pageOfDocuments } from './lists/list.ts';
import { sourcesOf } from './lists/sources.ts';
import { trashedDocument } from './trash/page-of-trash.ts';

const { documents } = contract;

export const documentRoutes = [
  answer(documents.list, ({ viewer, query }, services) => pageOfDocuments(services, viewer, query)),
  answer(documents.get, ({ viewer, params }, services) => documentDetails(services, viewer, params.id)),
  answer(documents.messages, ({ viewer, params, query }, services) =>
    messagesOf(services, viewer, params.id, query.after),
  ),
  answer(documents.pictures, ({ viewer, params }, services) =>
    messagePictures(services, viewer, params.id, params.message),
  ),
  answer(documents.activity, ({ viewer, params, query }, services) =>
    pageOfActivity(services, viewer, params.id, query),
  ),
  answer(trash.find, ({ viewer, params }, services) => trashedDocument(services, viewer, params.id)),
  answer(documents.sources, ({ viewer }, services) => sourcesOf(services, viewer)),
  answer(duplicates.list, ({ viewer, query }, services) => pageOfDuplicates(services, viewer, query)),
];
