export { starRoutes } from './stars.routes.ts';
