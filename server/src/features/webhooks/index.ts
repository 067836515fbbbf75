export { startReceiving } from './receive-events.ts';
export { mountWebhooks } from './webhooks.ts';
