export { expireUploads } from './expire.ts';
export type { LeftOut } from './left-out.ts';
export { type MoveTarget, moveSome, moveSomeBack, mustTakeMoved } from './move-some.ts';
export { moveWithin, takenNames } from './move-within.ts';
export { isMyFiles, myFiles, placeToAdd, type WritePlace } from './my-files.ts';
export { insertFolder } from './names.ts';
export { deleteSome, restoreSome } from './remove-some.ts';
export { mountUploads } from './tus.ts';
export { myFilesRoutes } from './uploads.routes.ts';
