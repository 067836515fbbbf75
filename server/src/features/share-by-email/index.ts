export { shareByEmailRoutes } from './share-by-email.routes.ts';
