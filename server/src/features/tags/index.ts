export { deleteTagBatch } from './delete-batch.ts';
export { deleteExpiredTags } from './delete-expired.ts';
export { handOverTags } from './hand-over.ts';
export { inheritTags } from './inherit-tags.ts';
export { ownedNames } from './owned-names.ts';
export {
  addTags,
  collectionTags,
  labelTags,
  mustHave as mustHaveTags,
  removeTags,
  type Tagged,
} from './tag-documents.ts';
export { tagRoutes } from './tags.routes.ts';
