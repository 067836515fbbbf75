import { IconReceipt } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { organizationInfoQuery } from '../../features/organizations/api/organizations.ts';
import { planNames } from '../../features/organizations/plan-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ButtonLink } from '../../ui/links.tsx';

export function Page() {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  return (
    <EmptyState
      order={1}
      icon={IconReceipt}
      title="No other plan can be chosen here"
      action={
        <ButtonLink to="/plans" variant="default">
          Back to Plan and billing
        </ButtonLink>
      }
    >
      This workspace is on the {planNames[info.subscription.plan]} plan. This installation sells no other.
    </EmptyState>
  );
}
