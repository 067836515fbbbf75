export { expireUploads } from './expire.ts';
export { purgeDeleted } from './remove.ts';
export { mountUploads } from './tus.ts';
export { myFilesRoutes } from './uploads.routes.ts';
