import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { changeTags, collectionTags, labelTags, setTags } from './tag-documents.ts';

const { documents } = contract;

export const tagRoutes = [
  answer(documents.setLabels, ({ viewer, body }, services) =>
    setTags(services, viewer, labelTags, body.document_id, body.labels).then(done),
  ),
  answer(documents.setCollections, ({ viewer, body }, services) =>
    setTags(services, viewer, collectionTags, body.document_id, body.collections).then(done),
  ),
  answer(documents.tag, ({ viewer, body }, services) => changeTags(services, viewer, body).then(done)),
];
