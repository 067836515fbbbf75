import { Badge, Button, Group, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { planPrices, type Subscription } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { count, formatDate } from '../../../../lib/format/format.ts';
import { formatMoney } from '../../../../lib/format/money.ts';
import { planNames } from '../../../../lib/format/names.ts';
import { toast } from '../../../../ui/feedback/toast.ts';
import { ButtonLink } from '../../../../ui/navigation/links.tsx';
import { cancelSubscription, resumeSubscription } from '../../api/subscription.ts';
import { TestMode } from '../test-mode.tsx';
import classes from './current-plan.module.css';

interface CurrentPlanProps {
  subscription: Subscription;
  mayManage: boolean;
  onChanged(subscription: Subscription): void;
}

/** The plan, its cost and period, and the actions of owners. */
export function CurrentPlan({ subscription, mayManage, onChanged }: CurrentPlanProps) {
  const { plan, billing, payment } = subscription;
  return (
    <div className={`row wrap between gap-16 ${classes.card}`}>
      <div className="stack gap-4">
        <Group gap="xs">
          <Text fw={620} size="lg">
            {planNames[plan]}
          </Text>
          <Badge variant="light" tt="none" fw={550}>
            Current plan
          </Badge>
          {billing === 'test' ? <TestMode /> : null}
        </Group>
        {payment ? <Text c="dimmed">{costText(subscription)}</Text> : null}
      </div>
      {mayManage ? <Actions subscription={subscription} onChanged={onChanged} /> : null}
    </div>
  );
}

/** '$50.00 a month for 5 members, renews on 16 Dec 2026.' */
function costText({ plan, payment }: Subscription): string {
  if (plan === 'free' || !payment?.interval) return 'Free of charge.';
  const { interval, quantity, period_end, cancel_at_period_end, next_plan } = payment;
  const price = formatMoney(planPrices[plan][interval] * quantity, { currency: planPrices.currency });
  const cost = `${price} a ${interval} for ${count(quantity, 'member')}`;
  if (!period_end) return `${cost}.`;
  const day = formatDate(period_end);
  if (cancel_at_period_end) return `${cost}. Canceled: ends on ${day}, then the workspace is on Free.`;
  if (next_plan && next_plan !== plan) return `${cost}. Changes to ${planNames[next_plan]} on ${day}.`;
  return `${cost}, renews on ${day}.`;
}

function Actions({ subscription, onChanged }: Omit<CurrentPlanProps, 'mayManage'>) {
  const { mutate: cancel, isPending: canceling } = useMutation(cancelSubscription);
  const { mutate: resume, isPending: resuming } = useMutation(resumeSubscription);
  const { plan, payment } = subscription;
  const name = planNames[plan];
  const askToCancel = () =>
    modals.openConfirmModal({
      title: `Cancel ${name}?`,
      children: `You keep ${name}${payment?.period_end ? ` until ${formatDate(payment.period_end)}` : ' until the end of the paid period'}. After that, the workspace is on Free. Nothing is deleted.`,
      labels: { confirm: 'Cancel subscription', cancel: `Keep ${name}` },
      confirmProps: { color: 'red' },
      onConfirm: () =>
        cancel(undefined, {
          onSuccess(changed) {
            onChanged(changed);
            toast.success('Subscription canceled');
          },
        }),
    });
  const ending = payment?.cancel_at_period_end === true;
  return (
    <Group gap="xs">
      {ending ? (
        <Button
          loading={resuming}
          onClick={() =>
            resume(undefined, {
              onSuccess(changed) {
                onChanged(changed);
                toast.success('Subscription resumed');
              },
            })
          }
        >
          Resume subscription
        </Button>
      ) : null}
      <ButtonLink to="/plans/upgrade" variant={ending ? 'default' : 'filled'}>
        Change plan
      </ButtonLink>
      {payment?.interval && !ending ? (
        <Button variant="subtle" color="gray" loading={canceling} onClick={askToCancel}>
          Cancel subscription
        </Button>
      ) : null}
    </Group>
  );
}
