import { NativeSelect, Skeleton, Text } from '@mantine/core';
import type { NotificationChannel } from '@sheaf/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { changeNotificationSettings, notificationSettingsQuery } from '../api/notifications.ts';
import classes from './notification-settings.module.css';

const channels: { value: NotificationChannel; label: string }[] = [
  { value: 'app', label: 'In Sheaf' },
  { value: 'email', label: 'In Sheaf and by email' },
  { value: 'digest', label: 'In Sheaf and in a daily email' },
  { value: 'off', label: 'Off' },
];

/** The kinds of notifications and how each is delivered; choices are saved at once. */
export function NotificationSettings() {
  const { data, isError, refetch } = useQuery(notificationSettingsQuery);
  const { mutate } = useMutation(changeNotificationSettings);
  if (!data)
    return isError ? (
      <LoadFailed what="the notification settings" retry={() => void refetch()} />
    ) : (
      <Skeleton height={280} />
    );
  return (
    <ul className="framed lined">
      {data.map(({ kind, name, meaning, channel }) => (
        <li key={kind} className={`row wrap ${classes.row}`}>
          <div className={classes.text}>
            <Text fw={550}>{name}</Text>
            <Text size="sm" c="dimmed">
              {meaning}.
            </Text>
          </div>
          <NativeSelect
            className={classes.choice}
            aria-label={name}
            data={channels}
            value={channel}
            onChange={({ currentTarget }) =>
              mutate(
                { kind, channel: currentTarget.value as NotificationChannel },
                { onSuccess: () => toast.success('Notification settings saved') },
              )
            }
          />
        </li>
      ))}
    </ul>
  );
}
