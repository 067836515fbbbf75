import type { Route } from './call.ts';
import { catalogRoutes } from './calls/catalog.ts';
import { customerRoutes } from './calls/customers.ts';
import { invoiceRoutes } from './calls/invoices.ts';
import { paymentMethodRoutes } from './calls/payment-methods.ts';
import { refundRoutes } from './calls/refunds.ts';
import { setupIntentRoutes } from './calls/setup-intents.ts';
import { subscriptionRoutes } from './calls/subscriptions.ts';
import { taxIdRoutes } from './calls/tax-ids.ts';
import { webhookEndpointRoutes } from './webhooks.ts';

const routes = [
  ...catalogRoutes,
  ...customerRoutes,
  ...invoiceRoutes,
  ...paymentMethodRoutes,
  ...refundRoutes,
  ...setupIntentRoutes,
  ...subscriptionRoutes,
  ...taxIdRoutes,
  ...webhookEndpointRoutes,
].map((route) => ({ route, pattern: new RegExp(`^${route.path.replaceAll('*', '(\\w+)')}$`) }));

/** The first match wins: fixed words come before ids. */
export function findRoute(method: string, path: string): { route: Route; ids: string[] } | undefined {
  for (const { route, pattern } of routes) {
    const match = route.method === method ? pattern.exec(path) : null;
    if (match) return { route, ids: match.slice(1) };
  }
  return undefined;
}
