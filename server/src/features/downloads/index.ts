export { downloadRoutes } from './downloads.routes.ts';
export { forgetZips } from './prepare-zip.ts';
export { mountStorage } from './storage-door.ts';
export { retryThumbnails } from './thumbnails.ts';
