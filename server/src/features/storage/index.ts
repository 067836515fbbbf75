export { readPass, type StoredThing, signedPath, storedThings } from './signed-path.ts';
