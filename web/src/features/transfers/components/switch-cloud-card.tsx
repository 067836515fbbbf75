import { Button, Select, Text, Title } from '@mantine/core';
import type { DocumentDetails } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { TextLink } from '../../../ui/links.tsx';
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
  /** undefined while they are being asked for. */
  places: readonly Place[] | undefined;
}

/** Sends one document to another account: first where to, then how far it is. */
export function SwitchCloudCard({ document, places }: SwitchCloudCardProps) {
  const title = useId();
  const [transferId, setTransferId] = useState<string>();
  return (
    <section className={classes.card} aria-labelledby={title}>
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
        <Text c="dimmed">Only {document.created_by.name} can send this file to another cloud.</Text>
      )}
    </section>
  );
}

/** Lists open inside the dialog around them, or a click on them would close it. */
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

  const alone = places && others.length === 0 ? 'There is no other account to send it to. Connect another app.' : null;
  const obstacle = from?.cannotGive ? `${from.name}: ${from.cannotGive}` : alone;

  const send = (to: string) =>
    start({ from_account_id: document.account.id, to_account_id: to, document_ids: [document.id] });
  return (
    <>
      {obstacle ? (
        <Obstacle>{obstacle}</Obstacle>
      ) : (
        <Text c="dimmed">Copies it from {document.source.name} to another account of yours.</Text>
      )}
      <Select
        label="Destination"
        placeholder={places ? 'Select source' : 'Loading…'}
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
          data={accounts.map(({ id, name, cannotTake }) => ({ value: id, label: name, disabled: cannotTake !== null }))}
          value={account}
          onChange={setAccount}
          {...inside}
        />
      ) : null}
      {broken.map(({ id, name, cannotTake }) => (
        <Obstacle key={id}>{`${name}: ${cannotTake}`}</Obstacle>
      ))}
      <Button disabled={!account} loading={isPending} onClick={() => account && send(account)}>
        Transfer file now
      </Button>
      {obstacle ? null : (
        <TextLink to="/switch-cloud/transfer" search={{ documents: document.id, from: document.account.id }}>
          Move it, or choose a folder
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
  // Starting it has put it there.
  const { data: transfer } = useQuery(transferQuery(id));
  if (!transfer) return null;
  return (
    <>
      <RouteLine transfer={transfer} />
      <TransferProgress transfer={transfer} />
      <TransferActions transfer={transfer} onDeleted={onAnother} />
      {isOpen(transfer) ? null : (
        <Button variant="default" onClick={onAnother}>
          Send to another account
        </Button>
      )}
      <TextLink to="/switch-cloud" search={{ transfer: id }}>
        See it in Switch cloud
      </TextLink>
    </>
  );
}
