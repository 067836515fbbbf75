import { VisuallyHidden } from '@mantine/core';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { cardSearch } from '../../../features/billing/card-search.ts';
import { AddCard } from '../../../features/billing/components/cards/add-card.tsx';
import { isCardDocument } from '../../../features/billing/provider.ts';
import { flash } from '../../../lib/session/flash.ts';
import { useBilling } from '../../billing/use-billing.ts';
import { LogoPage } from '../../layouts/logo-page.tsx';

const route = getRouteApi('/verified/empty/plans/card');

/**
 * 'Add new card', on a page of its own: only here may the provider's script run. It is left by loading another page, so
 * that nothing else runs beside that script.
 */
export function Page() {
  // The router keeps unvalidated parameters too.
  const { return: returnTo = '/plans' } = cardSearch(route.useSearch());
  const { subscription, mayManage } = useBilling();
  const loaded = isCardDocument();
  useEffect(() => {
    if (!loaded) window.location.reload();
  }, [loaded]);
  if (subscription.billing === 'off' || !mayManage) return <Navigate to="/plans" replace />;
  const leave = () => window.location.assign(returnTo);
  return (
    <LogoPage as="div">
      <VisuallyHidden component="h1">Plan and billing</VisuallyHidden>
      {loaded ? (
        <AddCard
          test={subscription.billing === 'test'}
          onCancel={leave}
          onAdded={() => {
            flash.leave('Card added');
            leave();
          }}
        />
      ) : null}
    </LogoPage>
  );
}
