export { aiRoutes } from './ai.routes.ts';
export { askOnce } from './ask/ask-once.ts';
export { deleteAiMessageBatch } from './threads/delete-batch.ts';
