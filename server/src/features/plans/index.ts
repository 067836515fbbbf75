export { giveBackAiMessage, takeAiMessage } from './ai-usage.ts';
export { excessInWords, limitReached, limitsOf, nameOfPlan, roomWithin } from './limits.ts';
export { requestReconcile, reconcileJob } from './request-reconcile.ts';
