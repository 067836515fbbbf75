export { expireUploads } from './expire.ts';
export { moveWithin, takenNames } from './move-within.ts';
export { isMyFiles, myFiles, placeToAdd, type WritePlace } from './my-files.ts';
export { insertFolder } from './names.ts';
export { deleteSome, type LeftOut, restoreSome } from './remove-some.ts';
export { mountUploads } from './tus.ts';
export { myFilesRoutes } from './uploads.routes.ts';
