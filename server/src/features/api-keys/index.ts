export { apiKeyRoutes } from './api-keys.routes.ts';
export { endKeysOf, noteKeyUse } from './api-keys.service.ts';
export { deleteExpiredKeys } from './delete-expired.ts';
