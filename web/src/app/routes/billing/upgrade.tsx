import { Button, Group, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { PlanChoice } from '../../../features/billing/api/subscription.ts';
import { PlanPicker } from '../../../features/billing/components/plans/plan-picker.tsx';
import { PlanReview } from '../../../features/billing/components/plans/plan-review.tsx';
import { TestMode } from '../../../features/billing/components/test-mode.tsx';
import { planSearch } from '../../../features/billing/plan-search.ts';
import { planNames } from '../../../lib/format/names.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { ButtonLink } from '../../../ui/navigation/links.tsx';
import { useBilling } from '../../billing/use-billing.ts';
import classes from './upgrade.module.css';

/** The plans side by side, then the cost of the chosen one and how it is paid. */
export function Page() {
  const { subscription, mayManage, onChanged } = useBilling();
  const navigate = useNavigate();
  const current = { plan: subscription.plan, interval: subscription.payment?.interval ?? 'month' };
  const asked = planSearch(useSearch({ strict: false }));
  const [choice, setChoice] = useState<PlanChoice>(asked ?? current);
  if (subscription.billing === 'off' || !mayManage) return <Navigate to="/plans" replace />;

  const ending = subscription.payment?.cancel_at_period_end === true;
  const isSame =
    choice.plan === current.plan && (choice.plan === 'free' || choice.interval === subscription.payment?.interval);
  return (
    <div className={classes.page}>
      <ButtonLink
        to="/plans"
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconArrowLeft size={16} stroke={1.8} aria-hidden />}
        className={classes.back}
      >
        Plan and billing
      </ButtonLink>
      <Group gap="sm" mt="sm">
        <Title order={1}>Change plan</Title>
        {subscription.billing === 'test' ? <TestMode /> : null}
      </Group>
      <Text c="dimmed" mt={4} mb="lg">
        Prices are per member. Members who join or leave during a period change the next payment.
      </Text>
      <PlanPicker choice={choice} current={current.plan} onChoose={setChoice} />
      <div className={classes.review}>
        {isSame ? (
          <Text c="dimmed">
            This workspace is on {planNames[choice.plan]}
            {ending
              ? ' until the end of the paid period. To keep it, resume the subscription in Plan and billing.'
              : '. '}
            {ending ? null : 'Choose another plan to see what it costs.'}
          </Text>
        ) : (
          <PlanReview
            key={`${choice.plan} ${choice.interval}`}
            choice={choice}
            subscription={subscription}
            returnTo={`/plans/upgrade?plan=${choice.plan}&interval=${choice.interval}`}
            onChanged={(changed) => {
              onChanged(changed);
              toast.success(doneText(choice, changed.plan));
              void navigate({ to: '/plans' });
            }}
            renderButtons={({ label, disabled, paying, submit }) => (
              <Group gap="xs">
                <Button onClick={submit} disabled={disabled} loading={paying}>
                  {label}
                </Button>
                <ButtonLink to="/plans" variant="default">
                  Cancel
                </ButtonLink>
              </Group>
            )}
          />
        )}
      </div>
    </div>
  );
}

/** A smaller plan may start only with the next period. */
const doneText = ({ plan }: PlanChoice, now: PlanChoice['plan']) =>
  plan === now
    ? `You’re now on ${planNames[plan]}`
    : `The workspace changes to ${planNames[plan]} at the end of the paid period`;
