export { expireUploads } from './expire.ts';
export { count, myFiles } from './my-files.ts';
export { findByName, insertFolder } from './names.ts';
export { purgeDeleted } from './remove.ts';
export { mountUploads } from './tus.ts';
export { myFilesRoutes } from './uploads.routes.ts';
