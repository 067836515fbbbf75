export { addVisits } from './add-visits.ts';
export { deleteLinkBatch } from './delete-batch.ts';
export { inheritLinks } from './inherit-links.ts';
export { linkRoutes } from './links.routes.ts';
export { isTheirs, joinLive } from './live-link.ts';
export { sealedLinks } from './sealed.ts';
