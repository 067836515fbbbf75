import { may } from '@sheaf/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { organizationInfoQuery } from '../../../features/organizations/api/organizations.ts';
import classes from './main-layout.module.css';

const PaymentNotice = lazy(async () => ({
  default: (await import('../../../features/billing/components/payment-notice.tsx')).PaymentNotice,
}));

/** Above every page while a payment is due: for those who see billing, and for everyone once nothing can be changed. */
export function PaymentBanner() {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const pathname = useLocation({ select: (location) => location.pathname });
  const { status } = info.subscription;
  const concerned = status === 'read_only' || (status === 'past_due' && may(info.role, 'billing.read'));
  // The page about billing has the notice itself, with the buttons to pay.
  if (!concerned || pathname === '/plans') return null;
  return (
    <Suspense>
      <div className={classes.notice}>
        <PaymentNotice subscription={info.subscription} mayManage={may(info.role, 'billing.manage')} />
      </div>
    </Suspense>
  );
}
