export { groupRoutes } from './groups.routes.ts';
export { deleteExpiredGroups } from './groups.ts';
export { joinGroups, mustBeGroups } from './invited.ts';
