import { ActionIcon, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Drawer } from '../../../ui/dialogs/modal.tsx';
import { notificationsQuery } from '../api/notifications.ts';
import { NotificationPanel } from './notification-panel.tsx';
import type { RenderRequest } from './notification-row.tsx';
import classes from './notifications.module.css';

/** Higher numbers are shown as “99+”. */
const MAX_COUNTED = 99;

interface NotificationBellProps {
  isPhone: boolean;
  renderRequest?: RenderRequest;
}

/**
 * The number of unread notifications in the header, and the list of them. On phones the list is as wide as the window.
 */
export function NotificationBell({ isPhone, renderRequest }: NotificationBellProps) {
  const [opened, { toggle, close }] = useDisclosure();
  const titleId = useId();
  const { data } = useInfiniteQuery(notificationsQuery());
  const unread = data?.unread ?? 0;
  const bell = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      className={classes.bell}
      aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={toggle}
    >
      <IconBell size={20} stroke={1.7} aria-hidden />
      {unread > 0 ? (
        <span className={classes.badge} aria-hidden>
          {unread > MAX_COUNTED ? `${MAX_COUNTED}+` : unread}
        </span>
      ) : null}
    </ActionIcon>
  );
  if (isPhone)
    return (
      <>
        {bell}
        <Drawer
          opened={opened}
          onClose={close}
          position="bottom"
          size="85dvh"
          title="Notifications"
          classNames={{ content: 'column', body: classes.sheetBody }}
        >
          <NotificationPanel renderRequest={renderRequest} onClose={close} />
        </Drawer>
      </>
    );
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      width={400}
      position="bottom-end"
      shadow="md"
      radius={10}
      trapFocus
      returnFocus
    >
      <Popover.Target>{bell}</Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-labelledby={titleId}>
        <NotificationPanel titleId={titleId} renderRequest={renderRequest} onClose={close} />
      </Popover.Dropdown>
    </Popover>
  );
}
