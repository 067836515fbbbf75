export { deleteExpiredTags, deleteTagBatch } from './delete-expired.ts';
export { handOverTags, inheritTags, ownedNames } from './owned-names.ts';
export {
  addTags,
  collectionTags,
  labelTags,
  mustHave as mustHaveTags,
  removeTags,
  type Tagged,
} from './tag-documents.ts';
export { tagRoutes } from './tags.routes.ts';
