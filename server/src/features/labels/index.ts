export { labelRoutes } from './labels.routes.ts';
export { labels } from './labels.ts';
