export { deleteExpiredEmailChanges } from './revert-email.ts';
export { userRoutes } from './user.routes.ts';
