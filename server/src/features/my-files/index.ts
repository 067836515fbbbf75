export { expireUploads } from './expire.ts';
export { moveWithin, ownPlace, takenNames } from './move-within.ts';
export { myFiles, placeOfOwn } from './my-files.ts';
export { insertFolder } from './names.ts';
export { deleteSome, restoreSome } from './remove.ts';
export { mountUploads } from './tus.ts';
export { myFilesRoutes } from './uploads.routes.ts';
