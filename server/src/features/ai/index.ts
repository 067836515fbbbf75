export { aiRoutes } from './ai.routes.ts';
export { askOnce } from './ask/ask-once.ts';
export { deleteSomeAiMessages } from './threads/delete-some.ts';
