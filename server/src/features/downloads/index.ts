export { deleteZipEntryBatch } from './delete-batch.ts';
export { downloadRoutes } from './downloads.routes.ts';
export { fileAnswer } from './file-answer.ts';
export { deleteExpiredZips } from './prepare-zip.ts';
export { mountStorage } from './storage-routes.ts';
export { retryThumbnails } from './thumbnails.ts';
