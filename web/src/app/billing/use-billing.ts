import { may, type Subscription } from '@sheaf/contract';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { organizationInfoQuery } from '../../features/organizations/api/organizations.ts';

/** The subscription of the workspace, and what the person may do about it. */
export function useBilling() {
  const client = useQueryClient();
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const { role, subscription } = info;
  return {
    subscription,
    role,
    mayRead: may(role, 'billing.read'),
    mayManage: may(role, 'billing.manage'),
    /** Shows a change at once, then reloads the rest. */
    onChanged(changed: Subscription) {
      client.setQueryData(organizationInfoQuery.queryKey, (known) => known && { ...known, subscription: changed });
      void client.invalidateQueries(organizationInfoQuery);
    },
  };
}
