export { forgetDeleted } from './forget-deleted.ts';
export { ownedNames } from './owned-names.ts';
