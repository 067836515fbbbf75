export { accessRequestRoutes } from './access-requests.routes.ts';
export { recordAccessRequest } from './ask.ts';
