import { type BillingInterval, type CallInput, type Plan, payment, subscription } from '@sheaf/contract';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { addressQuery, paymentsQuery } from './payments.ts';

export interface PlanChoice {
  plan: Plan;
  interval: BillingInterval;
}

const previewKey = () => organizationKey('subscription-preview');

/** The cost of a change. Prices depend on the second of the request, so it is not cached. */
export const previewQuery = ({ plan, interval }: PlanChoice) =>
  queryOptions({
    queryKey: [...previewKey(), plan, interval],
    queryFn: async ({ signal }) => (await call(subscription.preview, { body: { plan, interval }, signal })).data,
    staleTime: 0,
    meta: { quiet: true },
  });

/** Reloads payments and previews. After a refusal the preview stays in view, with the reason. */
function reloadBilling(client: QueryClient, error: Error | null): void {
  void client.invalidateQueries({ queryKey: paymentsQuery(1).queryKey.slice(0, -1) });
  if (error) void client.invalidateQueries({ queryKey: previewKey() });
  else client.removeQueries({ queryKey: previewKey() });
}

export const changePlan = mutationOptions({
  mutationFn: async (body: PlanChoice) => (await call(subscription.change, { body })).data,
  onSettled: (_data, error, _body, _result, { client }) => reloadBilling(client, error),
  meta: { errorShownInPlace: true },
});

export const cancelSubscription = mutationOptions({
  mutationFn: async () => (await call(subscription.cancel)).data,
});

export const resumeSubscription = mutationOptions({
  mutationFn: async () => (await call(subscription.resume)).data,
});

/** Pays the invoice whose payment failed. */
export const payNow = mutationOptions({
  mutationFn: async () => (await call(subscription.pay)).data,
  onSettled: (_data, error, _body, _result, { client }) => reloadBilling(client, error),
  meta: { errorShownInPlace: true },
});

export const saveAddress = mutationOptions({
  mutationFn: async (body: CallInput<typeof payment.setAddress>['body']) =>
    (await call(payment.setAddress, { body })).data,
  onSuccess: (address, _body, _result, { client }) => {
    client.setQueryData(addressQuery().queryKey, address);
    // Taxes depend on it.
    void client.invalidateQueries({ queryKey: previewKey() });
  },
});
