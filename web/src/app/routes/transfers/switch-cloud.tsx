import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { TransferList } from '../../../features/transfers/components/transfer-list.tsx';
import { canTransfer } from '../../../features/transfers/places.ts';
import { type TransfersSearch, transfersSearch } from '../../../features/transfers/transfer-search.ts';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { GuestsCannotTransfer } from '../../transfers/guests.tsx';
import { usePlaces } from '../../transfers/use-places.ts';

const TransferDrawer = lazyDialog(
  async () => (await import('../../../features/transfers/components/transfer-drawer.tsx')).TransferDrawer,
);

const route = getRouteApi('/verified/main/switch-cloud');

export function Page() {
  const { mayTransfer, places } = usePlaces();
  const { transfer, items, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const { history } = useRouter();
  /** Opening the drawer added a history entry, so closing it goes back. */
  const openedHere = useRef(false);
  if (!mayTransfer) return <GuestsCannotTransfer />;

  const show = (search: TransfersSearch, replace = false) =>
    void navigate({ to: '/switch-cloud', search: transfersSearch(search), replace, resetScroll: false });
  const open = (id: string, only?: 'not_transferable') => {
    openedHere.current = true;
    show({ ...filters, transfer: id, items: only });
  };
  const close = () => {
    if (openedHere.current) history.back();
    else show(filters, true);
    openedHere.current = false;
  };
  return (
    <>
      <TransferList
        ready={places === undefined || canTransfer(places)}
        filters={filters}
        onFilters={(chosen) => show(chosen, true)}
        onDetails={open}
      />
      <TransferDrawer opened={transfer !== undefined} id={transfer} items={items} onClose={close} />
    </>
  );
}
