export { deleteStarBatch } from './delete-batch.ts';
export { addStars, removeStars } from './star-documents.ts';
export { starRoutes } from './stars.routes.ts';
