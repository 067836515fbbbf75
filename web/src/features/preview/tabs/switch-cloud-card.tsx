import { Button, Select, Text, Title } from '@mantine/core';
import type { DocumentDetails } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { accountsOf, connectedSources } from '../api/destinations.ts';
import classes from './tabs.module.css';
import { useTransfer } from './use-transfer.ts';

/** Where the file shall go: an app, then an account of it. */
export function SwitchCloudCard({ document }: { document: DocumentDetails }) {
  const title = useId();
  const [source, setSource] = useState<string | null>(null);
  const [account, setAccount] = useState<string | null>(null);
  const sources = useQuery(connectedSources());
  const accounts = useQuery({ ...accountsOf(source ?? ''), enabled: source !== null });
  const transfer = useTransfer();
  const others = accounts.data?.filter(({ id }) => id !== document.account.id) ?? [];
  if (!document.own) {
    return (
      <section className={classes.card} aria-labelledby={title}>
        <Title order={3} id={title}>
          Switch cloud
        </Title>
        <Text c="dimmed">Only {document.created_by.name} can send this file to another cloud.</Text>
      </section>
    );
  }
  return (
    <section className={classes.card} aria-labelledby={title}>
      <Title order={3} id={title}>
        Switch cloud
      </Title>
      <Text c="dimmed">Sends this file from {document.source.name} to another account of yours.</Text>
      <Select
        label="Destination"
        placeholder="Select source"
        data={sources.data?.map(({ slug, name }) => ({ value: slug, label: name })) ?? []}
        nothingFoundMessage="No app is connected"
        value={source}
        onChange={(chosen) => {
          setSource(chosen);
          setAccount(null);
        }}
        comboboxProps={{ shadow: 'md', withinPortal: false, floatingStrategy: 'fixed' }}
      />
      {source ? (
        <Select
          label="Account"
          placeholder={accounts.data && others.length === 0 ? 'There is no other account' : 'Select account'}
          disabled={others.length === 0}
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={account}
          onChange={setAccount}
          comboboxProps={{ shadow: 'md', withinPortal: false, floatingStrategy: 'fixed' }}
        />
      ) : null}
      <Button disabled={!account} onClick={() => account && transfer({ documentId: document.id, accountId: account })}>
        Transfer file now
      </Button>
    </section>
  );
}
