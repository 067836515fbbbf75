export { collectImage, discardImage, storeImage } from './images.ts';
