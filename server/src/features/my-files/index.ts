export { expireUploads } from './expire.ts';
export { myFiles } from './my-files.ts';
export { insertFolder } from './names.ts';
export { deleteSome, restoreSome } from './remove.ts';
export { mountUploads } from './tus.ts';
export { myFilesRoutes } from './uploads.routes.ts';
