export { apiKeyRoutes } from './api-keys.routes.ts';
export { endKeysOf } from './end-keys.ts';
export { deleteExpiredKeys } from './delete-expired.ts';
export { noteKeyUse } from './note-key-use.ts';
