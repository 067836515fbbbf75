import { Text } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { CardList } from '../../../features/billing/components/cards/card-list.tsx';
import { PaymentNotice } from '../../../features/billing/components/payment-notice.tsx';
import { BillingDetails } from '../../../features/billing/components/payments/billing-details.tsx';
import { PaymentTable } from '../../../features/billing/components/payments/payment-table.tsx';
import { CurrentPlan } from '../../../features/billing/components/plans/current-plan.tsx';
import { UsageBars } from '../../../features/billing/components/plans/usage-bars.tsx';
import { organizationInfoQuery } from '../../../features/organizations/api/organizations.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { useBilling } from '../../billing/use-billing.ts';
import { toDirectory } from '../../to-directory.tsx';

export function Page() {
  // Everyone’s work changes the usage, so it is reloaded.
  useQuery({ ...organizationInfoQuery, refetchOnMount: 'always' });
  const { subscription, role, mayRead, mayManage, onChanged } = useBilling();
  if (subscription.billing === 'off') return <WithoutBilling />;
  // Guests can neither see nor change what the workspace uses.
  const showsUsage = role !== 'guest';
  const description = showsUsage
    ? 'What this workspace includes, and how much of it is used.'
    : 'The plan this workspace is on.';
  return (
    <>
      <Section title="Plan" description={description}>
        <PaymentNotice subscription={subscription} mayManage={mayManage} onChanged={onChanged} />
        <CurrentPlan subscription={subscription} mayManage={mayManage} onChanged={onChanged} />
        {showsUsage ? <UsageBars subscription={subscription} mayRead={mayRead} mayManage={mayManage} /> : null}
        {mayManage ? null : <Text c="dimmed">Only owners can change the plan.</Text>}
      </Section>
      {mayRead ? (
        <>
          <Section title="Cards" description="Subscriptions are paid with the primary card.">
            <CardList mayManage={mayManage} />
          </Section>
          <BillingDetails mayManage={mayManage} required={subscription.payment?.address_required === true} />
          <Section title="Payments" description="Past payments and receipts.">
            <PaymentTable />
          </Section>
        </>
      ) : null}
    </>
  );
}

function WithoutBilling() {
  return (
    <EmptyState icon={IconReceipt} title="No plans on this server" action={toDirectory}>
      This server has no plans, no limits and nothing to pay. Everything is included for everyone.
    </EmptyState>
  );
}
