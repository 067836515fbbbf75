export { giveBackAiMessage, takeAiMessage } from './ai-usage.ts';
export { excessInWords, limitReached, limitsOf, nameOfPlan, roomWithin } from './limits.ts';
export { lookAgain, lookAgainJob } from './look-again.ts';
