export { ImageError, squareImage } from './square-image.ts';
