export { forgetEmailChanges } from './revert-email.ts';
export { userRoutes } from './user.routes.ts';
