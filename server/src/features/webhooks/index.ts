export { mountWebhooks } from './webhooks.ts';
