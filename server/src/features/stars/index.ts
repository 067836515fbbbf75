export { addStars, deleteStarBatch, removeStars } from './star-documents.ts';
export { starRoutes } from './stars.routes.ts';
