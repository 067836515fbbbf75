export { relocationRoutes } from './relocations.routes.ts';
