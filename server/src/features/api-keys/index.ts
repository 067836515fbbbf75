export { apiKeyRoutes } from './api-keys.routes.ts';
export { deleteExpiredKeys } from './delete-expired.ts';
export { endKeysOf } from './end-keys.ts';
export { noteKeyUse } from './note-key-use.ts';
