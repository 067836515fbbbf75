export { deleteExpiredGroups } from './delete-expired.ts';
export { groupRoutes } from './groups.routes.ts';
export { joinGroups, mustBeGroups } from './invited.ts';
