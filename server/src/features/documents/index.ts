export { forgetActivity, note, noteOnce } from './activity.ts';
export { pictured, presentDocument } from './document.present.ts';
export { rowsOf } from './document-rows.ts';
export { documentRoutes } from './documents.routes.ts';
export { mustOwn, mustSee } from './seen.ts';
