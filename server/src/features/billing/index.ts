export { billingRoutes } from './billing.routes.ts';
export { lookAgainHandler } from './follow/look.ts';
export { reconcileBilling } from './follow/reconcile.ts';
export { mountStripeWebhook } from './follow/webhook.ts';
export { preparePrices } from './prices.ts';
