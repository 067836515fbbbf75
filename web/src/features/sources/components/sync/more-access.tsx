import { Button, Text } from '@mantine/core';
import type { SourceAccount } from '@sheaf/contract';
import { IconCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { beginConnecting } from '../../api/connect.ts';
import { Redirecting } from '../connect/redirecting.tsx';
import classes from './more-access.module.css';

/** Data that the app gives only with additional access, each with the way to allow it. */
export function MoreAccess({ account }: { account: SourceAccount }) {
  const { mutate: allow, isPending } = useMutation(beginConnecting);
  if (account.access.length === 0) return null;
  const ask = (access: string) => allow({ source: account.slug, account_id: account.id, access });
  return (
    <ul className="framed stack">
      {account.access.map((one) => (
        <Access key={one.key} access={one} disabled={isPending} onAllow={() => ask(one.key)} />
      ))}
      <Redirecting shown={isPending} />
    </ul>
  );
}

interface AccessProps {
  access: SourceAccount['access'][number];
  disabled: boolean;
  onAllow(): void;
}

function Access({ access: { name, text, granted_by, is_allowed }, disabled, onAllow }: AccessProps) {
  const id = useId();
  return (
    <li className={`row wrap ${classes.access}`}>
      <div className={classes.text}>
        <Text fw={550} id={id}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {is_allowed ? text : `Not synced yet. ${text} ${granted_by}`}
        </Text>
      </div>
      {is_allowed ? (
        <span className="row gap-6">
          <IconCheck size={16} stroke={2} aria-hidden />
          Allowed
        </span>
      ) : (
        <Button variant="default" disabled={disabled} onClick={onAllow} aria-describedby={id}>
          Allow access
        </Button>
      )}
    </li>
  );
}
