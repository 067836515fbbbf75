import { limits, payment } from '@sheaf/contract';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';

/** Newest first. */
export const paymentsQuery = (page: number) =>
  queryOptions({
    queryKey: [...organizationKey('payments'), page],
    queryFn: ({ signal }) => call(payment.list, { query: { page, per_page: limits.perPage }, signal }),
    placeholderData: keepPreviousData,
  });

/** Addresses of receipts expire, so a fresh one is requested. */
export const findReceipt = mutationOptions({
  mutationFn: async (id: string) => (await call(payment.receipt, { params: { id } })).data,
});

export const addressQuery = () =>
  queryOptions({
    queryKey: organizationKey('billing-address'),
    queryFn: async ({ signal }) => (await call(payment.address, { signal })).data,
  });
