import { Button, Text, Title } from '@mantine/core';
import type { Notification } from '@sheaf/contract';
import { IconBell } from '@tabler/icons-react';
import { type UseInfiniteQueryResult, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { ListSkeleton } from '../../../ui/lists/list-skeleton.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { TextLink } from '../../../ui/navigation/links.tsx';
import { markRead, notificationsQuery } from '../api/notifications.ts';
import { NotificationRow, type RenderRequest } from './notification-row.tsx';
import classes from './notifications.module.css';

interface NotificationPanelProps {
  onClose(): void;
  /** The id of its heading; the sheet on phones has a heading of its own. */
  titleId?: string;
  renderRequest?: RenderRequest | undefined;
}

/** The list, with actions for all of it. */
export function NotificationPanel({ onClose, titleId, renderRequest }: NotificationPanelProps) {
  const query = useInfiniteQuery(notificationsQuery());
  const { mutate: mark } = useMutation(markRead);
  const unread = query.data?.unread ?? 0;
  // Not `disabled`, which would take the focus, and with it Escape, away from the clicked button.
  const nothingToMark = { 'data-disabled': unread === 0 || undefined, 'aria-disabled': unread === 0 };
  return (
    <div className={classes.panel}>
      {titleId ? (
        <Title order={2} id={titleId} className={classes.title}>
          Notifications
        </Title>
      ) : null}
      <div className={classes.list}>
        <NotificationList
          query={query}
          renderRequest={renderRequest}
          onOpen={({ id, read }) => {
            if (!read) mark([id]);
            onClose();
          }}
        />
      </div>
      <div className={`row wrap between ${classes.foot}`}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          {...nothingToMark}
          onClick={() => unread > 0 && mark('all')}
        >
          Mark all as read
        </Button>
        <TextLink to="/settings/profile/notifications" size="sm" onClick={onClose}>
          Notification settings
        </TextLink>
      </div>
    </div>
  );
}

function NotificationList({
  query,
  onOpen,
  renderRequest,
}: {
  query: UseInfiniteQueryResult<{ items: Notification[] }>;
  onOpen(notification: Notification): void;
  renderRequest?: RenderRequest | undefined;
}) {
  const { data, isError, refetch } = query;
  if (!data) {
    if (!isError) return <ListSkeleton rows={4} height={64} />;
    return (
      <div className={`row gap-4 dimmed ${classes.state}`}>
        <LoadFailed what="your notifications" retry={() => void refetch()} />
      </div>
    );
  }
  if (data.items.length === 0)
    return (
      <div className={`row gap-4 dimmed ${classes.state}`}>
        <IconBell size={28} stroke={1.5} aria-hidden />
        <Text fw={550}>No notifications yet</Text>
        <Text size="sm" c="dimmed" ta="center">
          You’ll see it here when someone shares something with you or asks you for something, when a transfer ends, or
          when an account needs attention.
        </Text>
      </div>
    );
  return (
    <>
      <ul className="lined">
        {data.items.map((notification, index) => (
          <NotificationRow
            key={notification.id}
            notification={notification}
            isFirst={index === 0}
            onOpen={() => onOpen(notification)}
            {...(renderRequest && { renderRequest })}
          />
        ))}
      </ul>
      <LoadMore query={query} what="notifications" rowHeight={64} />
    </>
  );
}
