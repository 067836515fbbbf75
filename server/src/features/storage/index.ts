export { signedPath } from './signed-path.ts';
