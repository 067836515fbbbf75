export { forgetActivity, note, noteOnce } from './activity.ts';
export { documentRoutes } from './documents.routes.ts';
export { mustOwn, mustSee } from './seen.ts';
