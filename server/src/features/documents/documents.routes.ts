import { contract, duplicates, trash } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { changeTags, collectionTags, labelTags, setTags } from '../tags/index.ts';
import { pageOfActivity } from './activity.ts';
import { documentDetails, messagePictures, messagesOf, openDocument } from './details.ts';
import { pageOfDuplicates } from './duplicates.ts';
import { pageOfDocuments } from './list.ts';
import { sourcesOf } from './sources.ts';
import { trashedDocument } from './trash.ts';

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
  answer(documents.open, ({ viewer, params }, services) => openDocument(services, viewer, params.id).then(done)),
  answer(documents.activity, ({ viewer, params, query }, services) =>
    pageOfActivity(services, viewer, params.id, query),
  ),
  answer(documents.setLabels, ({ viewer, body }, services) =>
    setTags(services, viewer, labelTags, body.document_id, body.labels).then(done),
  ),
  answer(documents.setCollections, ({ viewer, body }, services) =>
    setTags(services, viewer, collectionTags, body.document_id, body.collections).then(done),
  ),
  answer(documents.tag, ({ viewer, body }, services) => changeTags(services, viewer, body).then(done)),
  answer(trash.find, ({ viewer, params }, services) => trashedDocument(services, viewer, params.id)),
  answer(documents.sources, ({ viewer }, services) => sourcesOf(services, viewer)),
  answer(duplicates.list, ({ viewer, query }, services) => pageOfDuplicates(services, viewer, query)),
];
