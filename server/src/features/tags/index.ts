export { deleteTagBatch } from './delete-batch.ts';
export { deleteExpiredTags } from './delete-expired.ts';
export { handOverTags } from './hand-over.ts';
export { inheritTags } from './inherit-tags.ts';
export { ownedNames } from './owned-names.ts';
export { changeTags, collectionTags, labelTags, mustHave as mustHaveTags, setTags } from './tag-documents.ts';
