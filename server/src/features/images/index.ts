export { collectImage, discardImage, imageKey, storeImage } from './images.ts';
