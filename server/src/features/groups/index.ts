export { forgetDeletedGroups } from './forget-deleted.ts';
export { groupRoutes } from './groups.routes.ts';
