export { addVisits, deleteLinkBatch, inheritLinks, sealedLinks } from './links.queries.ts';
export { linkRoutes } from './links.routes.ts';
export { isTheirs, joinLive } from './live-link.ts';
