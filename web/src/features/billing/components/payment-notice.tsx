import { Alert, Button, Group, Text } from '@mantine/core';
import { ApiError, type Subscription } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { formatDate } from '../../../lib/format/format.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { ButtonLink } from '../../../ui/navigation/links.tsx';
import { payNow } from '../api/subscription.ts';
import { openCardForm } from '../provider.ts';

interface PaymentNoticeProps {
  subscription: Subscription;
  mayManage: boolean;
  /** Set on the page about billing, where paying is possible; elsewhere the notice leads there. */
  onChanged?(subscription: Subscription): void;
}

/** Shows a failed payment: until when everything works, or that the workspace is read-only, and what to do. */
export function PaymentNotice({ subscription, mayManage, onChanged }: PaymentNoticeProps) {
  const { status, payment } = subscription;
  if (status === 'active') return null;
  const readOnly = status === 'read_only';
  const until = payment?.grace_until ? formatDate(payment.grace_until) : null;
  return (
    <Alert
      color={readOnly ? 'red' : 'wheat'}
      variant="light"
      role="status"
      title={readOnly ? 'This workspace is read-only' : 'The last payment failed'}
    >
      <Text>
        {readOnly
          ? 'A payment is overdue. You can open and download everything, but not change anything, and apps don’t sync. Nothing is deleted. '
          : `Everything works as before${until ? ` until ${until}` : ''}. After that, the workspace becomes read-only. `}
        {mayManage ? '' : 'Ask an owner to pay.'}
      </Text>
      {mayManage && onChanged ? <PayButtons onChanged={onChanged} /> : null}
      {mayManage && !onChanged ? (
        <ButtonLink to="/plans" size="xs" mt="sm">
          Go to Plan and billing
        </ButtonLink>
      ) : null}
    </Alert>
  );
}

function PayButtons({ onChanged }: { onChanged(subscription: Subscription): void }) {
  const { mutate: pay, isPending, error } = useMutation(payNow);
  const paid = (changed: Subscription) => {
    onChanged(changed);
    toast.success('Payment received');
  };
  return (
    <>
      {error instanceof ApiError ? (
        <Text mt="xs" role="alert" c="var(--mantine-color-error)">
          {error.message}
        </Text>
      ) : null}
      <Group gap="xs" mt="sm">
        <Button size="xs" loading={isPending} onClick={() => pay(undefined, { onSuccess: paid })}>
          Pay now
        </Button>
        <Button size="xs" variant="default" onClick={() => openCardForm('/plans')}>
          Add new card
        </Button>
      </Group>
    </>
  );
}
