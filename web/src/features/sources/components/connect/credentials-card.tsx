import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AuthCard } from '../../../../ui/layout/auth-card.tsx';
import { credentialFormQuery } from '../../api/connect.ts';
import { NotConnected } from './connect-progress.tsx';
import { type Accepted, CredentialsForm } from './credentials-form.tsx';
import { HostKeyCheck } from './host-key-check.tsx';

interface CredentialsCardProps {
  source: string;
  state: string;
  /** Called with a code, which is handled like one of any consent page. */
  onConnect(code: string): void;
  onCancel(): void;
}

/** Our own consent page, for sources that need an address and a key. */
export function CredentialsCard({ source, state, onConnect, onCancel }: CredentialsCardProps) {
  const { data: form, error } = useQuery(credentialFormQuery({ source, state }));
  const [accepted, setAccepted] = useState<Accepted>();

  if (error) {
    return (
      <NotConnected title="This page has expired" source={source}>
        {error.message}
      </NotConnected>
    );
  }
  if (!form) return <Placeholder />;
  if (accepted?.fingerprint) {
    return (
      <AuthCard title="Trust this server?">
        <HostKeyCheck fingerprint={accepted.fingerprint} onTrust={() => onConnect(accepted.code)} onCancel={onCancel} />
      </AuthCard>
    );
  }
  const accept = (answer: Accepted) => (answer.fingerprint ? setAccepted(answer) : onConnect(answer.code));
  return (
    <AuthCard
      title={`Connect ${form.source.name}`}
      lead="Sheaf encrypts these details and uses them only to access this account."
    >
      <CredentialsForm source={source} state={state} fields={form.fields} onAccepted={accept} onCancel={onCancel} />
    </AuthCard>
  );
}

function Placeholder() {
  return (
    <AuthCard title="Connect an app">
      <Stack gap="lg" role="status" aria-label="Loading">
        <Skeleton height={36} />
        <Skeleton height={36} />
        <Skeleton height={36} />
      </Stack>
    </AuthCard>
  );
}
