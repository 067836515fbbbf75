import { getRouteApi, useRouter } from '@tanstack/react-router';
import { lazy, useRef } from 'react';
import { TransferList } from '../../../features/transfers/components/transfer-list.tsx';
import { canTransfer } from '../../../features/transfers/places.ts';
import { LazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { GuestsCannotTransfer } from '../../transfers/guests.tsx';
import { usePlaces } from '../../transfers/use-places.ts';

const TransferDrawer = lazy(async () => ({
  default: (await import('../../../features/transfers/components/transfer-drawer.tsx')).TransferDrawer,
}));

const route = getRouteApi('/verified/main/switch-cloud');

export function Page() {
  const { mayTransfer, places } = usePlaces();
  const { transfer } = route.useSearch();
  const navigate = route.useNavigate();
  const { history } = useRouter();
  /** Opening the drawer added a history entry, so closing it goes back. */
  const openedHere = useRef(false);
  if (!mayTransfer) return <GuestsCannotTransfer />;

  const open = (id: string) => {
    openedHere.current = true;
    void navigate({ to: '/switch-cloud', search: { transfer: id }, resetScroll: false });
  };
  const close = () => {
    if (openedHere.current) history.back();
    else void navigate({ to: '/switch-cloud', search: {}, replace: true, resetScroll: false });
    openedHere.current = false;
  };
  return (
    <>
      <TransferList ready={places === undefined || canTransfer(places)} onDetails={open} />
      <LazyDialog opened={transfer !== undefined}>
        <TransferDrawer id={transfer} onClose={close} />
      </LazyDialog>
    </>
  );
}
