export { mountLinkedFiles } from './file-routes.ts';
export { isLinkLive } from './live-links.queries.ts';
export { visitRoutes } from './visits.routes.ts';
