import { Badge, Button, Text } from '@mantine/core';
import type { Session } from '@sheaf/contract';
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react';
import { formatAgo } from '../../../lib/format/format.ts';

export function SessionRow({ session, onEnd }: { session: Session; onEnd(): void }) {
  const Device = /iOS|Android/.test(session.device) ? IconDeviceMobile : IconDeviceLaptop;
  const used = session.current ? 'in use now' : `last used ${formatAgo(session.last_used_at)}`;
  return (
    <li className="list-row">
      <Device size={22} stroke={1.5} aria-hidden className="rigid dimmed" />
      <div className="grow">
        <Text size="sm" fw={550} truncate>
          {session.device}
        </Text>
        <Text size="xs" c="dimmed">
          {[session.ip, used].filter(Boolean).join(' · ')}
        </Text>
      </div>
      {session.current ? (
        <Badge variant="light" tt="none" fw={550}>
          This device
        </Badge>
      ) : (
        <Button variant="default" size="xs" onClick={onEnd} aria-label={`Sign out ${session.device}`}>
          Sign out
        </Button>
      )}
    </li>
  );
}
