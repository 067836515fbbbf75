export { changesSince } from './changes.ts';
export { documentsByIds, oneDocument, openDocument } from './details.ts';
export { pictured } from './document.present.ts';
export { documentRoutes } from './documents.routes.ts';
export { pageOfDocuments } from './list.ts';
export { nameRouteOf } from './name-route.ts';
export { hasInName, type NameRoute, shortestIndexed } from './names.ts';
export { sourcesOf } from './sources.ts';
export { documentConditions, type Filters, foldersBelow, isOfType, joined } from './view.ts';
