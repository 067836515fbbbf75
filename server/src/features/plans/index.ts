export { giveBackAiMessage, takeAiMessage } from './ai-usage.ts';
export { excessInWords, limitReached, limitsOf, nameOfPlan, roomWithin } from './limits.ts';
export { reconcileJob, requestReconcile } from './request-reconcile.ts';
