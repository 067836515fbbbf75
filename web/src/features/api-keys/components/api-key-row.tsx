import { Badge, Button, Text } from '@mantine/core';
import type { ApiKey } from '@sheaf/contract';
import { IconKey } from '@tabler/icons-react';
import { formatAgo, formatDate } from '../../../lib/format/format.ts';
import { isPast } from '../lifetimes.ts';
import { scopeTexts } from '../scope-texts.ts';
import classes from './api-keys.module.css';

export function ApiKeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke(): void }) {
  const { name, scopes, prefix, last_four, created_at, last_used_at, expires_at } = apiKey;
  const isExpired = expires_at !== null && isPast(expires_at);
  const ends = expires_at ? `${isExpired ? 'expired' : 'expires'} ${formatDate(expires_at)}` : 'never expires';
  const used = last_used_at ? `last used ${formatAgo(last_used_at)}` : 'never used';
  return (
    <li className={classes.row}>
      <IconKey size={22} stroke={1.5} aria-hidden className={classes.icon} />
      <div className="grow stack gap-2">
        <div className="row gap-8 shrinkable">
          <Text size="sm" fw={550} truncate>
            {name}
          </Text>
          {isExpired ? (
            <Badge variant="light" color="red" tt="none" fw={550} flex="none">
              Expired
            </Badge>
          ) : null}
        </div>
        <span className={classes.secret}>
          {prefix}…{last_four}
        </span>
        <Text size="xs">{scopes.map((scope) => scopeTexts[scope].name).join(', ')}</Text>
        <Text size="xs" c="dimmed">
          {`Created ${formatAgo(created_at)} · ${used} · ${ends}`}
        </Text>
      </div>
      <Button variant="default" size="xs" onClick={onRevoke} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </li>
  );
}
