import { Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { TransferView } from '../../../features/transfers/components/transfer-view.tsx';
import { NewTransfer } from '../../../features/transfers/new/new-transfer.tsx';
import { NoPlaces } from '../../../features/transfers/new/no-places.tsx';
import { canTransfer } from '../../../features/transfers/places.ts';
import type { TransferSearch } from '../../../features/transfers/transfer-search.ts';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { ButtonLink } from '../../../ui/navigation/links.tsx';
import { PageSkeleton } from '../../layouts/page-skeleton.tsx';
import { useTabName } from '../../router/page-title.tsx';
import { GuestsCannotTransfer } from '../../transfers/guests.tsx';
import { usePlaces } from '../../transfers/use-places.ts';
import { useServerNews } from '../../use-server-news.ts';
import classes from './transfer.module.css';

const route = getRouteApi('/verified/empty/switch-cloud/transfer');

export function Page() {
  const { transfer } = route.useSearch();
  const { mayTransfer } = usePlaces();
  useServerNews();
  const title = transfer ? 'Transfer' : 'New transfer';
  useTabName(title);
  return (
    <div className={classes.page}>
      <header className={`row between gap-16 ${classes.header}`}>
        <Title order={1}>{title}</Title>
        <ButtonLink to="/switch-cloud" variant="default" size="sm">
          {transfer ? 'All transfers' : 'Close'}
        </ButtonLink>
      </header>
      {mayTransfer ? transfer ? <Running id={transfer} /> : <Fresh /> : <GuestsCannotTransfer />}
    </div>
  );
}

function Running({ id }: { id: string }) {
  const navigate = route.useNavigate();
  return (
    <div className={classes.column}>
      <TransferView id={id} onDeleted={() => void navigate({ to: '/switch-cloud', replace: true })} />
    </div>
  );
}

function Fresh() {
  const { places, failed, retry } = usePlaces();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const show = (next: TransferSearch, replace: boolean) =>
    void navigate({ to: '.', search: next, replace, resetScroll: false });
  if (!places)
    return <Centred>{failed ? <LoadFailed what="your accounts" retry={retry} /> : <PageSkeleton />}</Centred>;
  if (!canTransfer(places)) return <NoPlaces places={places} />;
  return (
    <NewTransfer
      places={places}
      search={search}
      onSearch={(next, { replace }) => show(next, replace)}
      onStarted={(id) => show({ transfer: id }, true)}
    />
  );
}

function Centred({ children }: { children: ReactNode }) {
  return <div className={classes.column}>{children}</div>;
}
