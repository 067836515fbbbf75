export { billingRoutes } from './billing.routes.ts';
export { reconcileHandler } from './follow/reconcile.ts';
export { reconcileDue } from './follow/reconcile-due.ts';
export { mountStripeWebhook } from './follow/webhook.ts';
export { preparePrices } from './prices.ts';
