export { apiKeyRoutes } from './api-keys.routes.ts';
export { deleteExpiredKeys, endKeysOf, noteKeyUse } from './api-keys.service.ts';
