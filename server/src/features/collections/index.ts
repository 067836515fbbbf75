export { collectionRoutes } from './collections.routes.ts';
