export { aiRoutes } from './ai.routes.ts';
export { askOnce } from './ask/ask-once.ts';
export { deleteAiMessageBatch } from './threads/messages.ts';
