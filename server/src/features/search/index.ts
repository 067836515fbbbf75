export { findDocuments } from './find.ts';
export { contentsWith } from './query/contents-with.ts';
export { gatherStatistics } from './query/statistics.ts';
export { placeAt, type StoredPlace } from './results/excerpt.ts';
export { passageId } from './results/passages-of-page.ts';
export type { ReadSentence } from './retrieval/read-closely.ts';
export { scopeConditions } from './retrieval/retrieval-scope.ts';
export { type RetrievedPassage, retrieve } from './retrieval/retrieve.ts';
export { searchRoutes } from './search.routes.ts';
