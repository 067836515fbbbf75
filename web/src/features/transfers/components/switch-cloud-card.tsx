import { Button, Select, Text, Title } from '@mantine/core';
import type { DocumentDetails } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { accountText } from '../../../lib/format/account-title.ts';
import { TextLink } from '../../../ui/navigation/links.tsx';
import { transferQuery } from '../api/transfers.ts';
import type { Place } from '../places.ts';
import { isOpen } from '../transfer-text.ts';
import { useStartTransfer } from '../use-start-transfer.ts';
import { RouteLine } from './route-line.tsx';
import classes from './switch-cloud-card.module.css';
import { TransferActions } from './transfer-actions.tsx';
import { TransferProgress } from './transfer-progress.tsx';

interface SwitchCloudCardProps {
  document: DocumentDetails;
  /** undefined while loading. */
  places: readonly Place[] | undefined;
}

/** Transfers one document to another account: first asks for the destination, then shows the progress. */
export function SwitchCloudCard({ document, places }: SwitchCloudCardProps) {
  const title = useId();
  const [transferId, setTransferId] = useState<string>();
  return (
    <section className={`framed stack gap-16 ${classes.card}`} aria-labelledby={title}>
      <Title order={3} id={title}>
        Switch cloud
      </Title>
      {document.own ? (
        transferId ? (
          <Progress id={transferId} onAnother={() => setTransferId(undefined)} />
        ) : (
          <Destination document={document} places={places} onStarted={setTransferId} />
        )
      ) : (
        <Text c="dimmed">Only {document.created_by.name} can transfer this file.</Text>
      )}
    </section>
  );
}

/** Dropdowns are rendered inside the dialog; otherwise a click on them would close it. */
const inside = { comboboxProps: { shadow: 'md', withinPortal: false, floatingStrategy: 'fixed' } } as const;

function Destination({ document, places, onStarted }: SwitchCloudCardProps & { onStarted(id: string): void }) {
  const [slug, setSlug] = useState<string | null>(null);
  const [account, setAccount] = useState<string | null>(null);
  const { start, isPending } = useStartTransfer(onStarted);
  const from = places?.find(({ id }) => id === document.account.id);
  const others = places?.filter(({ id }) => id !== document.account.id) ?? [];
  const sources = new Map(others.map(({ source }) => [source.slug, source.name]));
  const accounts = others.filter(({ source }) => source.slug === slug);
  const broken = accounts.filter(({ cannotTake }) => cannotTake !== null);

  const alone =
    places && others.length === 0 ? 'There’s no other account to transfer it to. Connect another app.' : null;
  const obstacle = from?.cannotGive ? `${accountText(from, from.source)}: ${from.cannotGive}` : alone;

  const send = (to: string) =>
    start({ from_account_id: document.account.id, to_account_id: to, document_ids: [document.id] });
  return (
    <>
      {obstacle ? (
        <Obstacle>{obstacle}</Obstacle>
      ) : (
        <Text c="dimmed">Copies this file from {document.source.name} to another of your accounts.</Text>
      )}
      <Select
        label="Destination"
        placeholder={places ? 'Select app' : 'Loading…'}
        data={[...sources].map(([value, label]) => ({ value, label }))}
        disabled={obstacle !== null}
        value={slug}
        onChange={(chosen) => {
          setSlug(chosen);
          setAccount(null);
        }}
        {...inside}
      />
      {slug ? (
        <Select
          label="Account"
          placeholder="Select account"
          data={accounts.map((place) => ({
            value: place.id,
            label: place.display_name ? `${place.display_name}, ${place.name}` : place.name,
            disabled: place.cannotTake !== null,
          }))}
          value={account}
          onChange={setAccount}
          {...inside}
        />
      ) : null}
      {broken.map((place) => (
        <Obstacle key={place.id}>{`${accountText(place, place.source)}: ${place.cannotTake}`}</Obstacle>
      ))}
      <Button disabled={!account} loading={isPending} onClick={() => account && send(account)}>
        Transfer file now
      </Button>
      {obstacle ? null : (
        <TextLink to="/switch-cloud/transfer" search={{ documents: document.id, from: document.account.id }}>
          Move it or choose a folder
        </TextLink>
      )}
    </>
  );
}

function Obstacle({ children }: { children: ReactNode }) {
  return (
    <Text c="dimmed">
      {children} <TextLink to="/apps">Go to Apps</TextLink>
    </Text>
  );
}

function Progress({ id, onAnother }: { id: string; onAnother(): void }) {
  // Starting the transfer has put it into the cache.
  const { data: transfer } = useQuery(transferQuery(id));
  if (!transfer) return null;
  return (
    <>
      <RouteLine transfer={transfer} />
      <TransferProgress transfer={transfer} />
      <TransferActions transfer={transfer} onDeleted={onAnother} />
      {isOpen(transfer) ? null : (
        <Button variant="default" onClick={onAnother}>
          Transfer to another account
        </Button>
      )}
      <TextLink to="/switch-cloud" search={{ transfer: id }}>
        See it in Switch cloud
      </TextLink>
    </>
  );
}
