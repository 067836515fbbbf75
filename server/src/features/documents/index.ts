export { forgetActivity, note, noteOnce } from './activity.ts';
export { oneDocument } from './details.ts';
export { pictured } from './document.present.ts';
export { documentRoutes } from './documents.routes.ts';
export { mustOwn, mustSee } from './seen.ts';
