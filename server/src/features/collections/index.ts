export { collectionRoutes } from './collections.routes.ts';
export { collections } from './collections.ts';
