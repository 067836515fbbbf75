export { createThumbnailMaker, type ThumbnailMaker, TooBusy } from './maker.ts';
export type { Pictured } from './task.ts';
