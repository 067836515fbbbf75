import { VisuallyHidden } from '@mantine/core';
import type { Notification, NotificationKind } from '@sheaf/contract';
import {
  type Icon,
  IconAlertTriangle,
  IconArrowsExchange,
  IconBell,
  IconLockQuestion,
  IconMailCheck,
  IconPlugConnectedX,
  IconUserCheck,
  IconUserQuestion,
  IconUserShare,
} from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { formatAgo, formatTime } from '../../../lib/format/format.ts';
import classes from './notifications.module.css';

const icons: Record<NotificationKind, Icon> = {
  share: IconUserShare,
  access_requested: IconLockQuestion,
  invite_requested: IconUserQuestion,
  invite_answered: IconMailCheck,
  transfer_finished: IconArrowsExchange,
  transfer_failed: IconAlertTriangle,
  account: IconPlugConnectedX,
  invitation_accepted: IconUserCheck,
};

/** Renders the answers to a request, for kinds of notifications that are requests. */
export type RenderRequest = (request: { id: string; kind: NotificationKind; title: string }) => ReactNode;

interface NotificationRowProps {
  notification: Notification;
  /** Whether the focus starts here. */
  isFirst: boolean;
  onOpen(): void;
  renderRequest?: RenderRequest;
}

/** A link to what it is about; opening it marks it as read. */
export function NotificationRow({ notification, isFirst, onOpen, renderRequest }: NotificationRowProps) {
  const { kind, title, message, path, read, at, request_id } = notification;
  const router = useRouter();
  // A newer server may send other kinds.
  const Picture = icons[kind] ?? IconBell;
  const open = (event: MouseEvent) => {
    onOpen();
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ href: path });
  };
  return (
    <li>
      <a
        href={path}
        className={`hoverable ${classes.row}`}
        data-unread={read ? undefined : true}
        data-autofocus={isFirst || undefined}
        onClick={open}
      >
        <span className={`centered rigid dimmed ${classes.icon}`}>
          <Picture size={18} stroke={1.7} aria-hidden />
        </span>
        <span className="grow stack gap-2">
          <span className={`breakable ${classes.name}`}>{title}</span>
          {message ? <span className="dimmed breakable">{message}</span> : null}
          <time dateTime={at} title={formatTime(at)} className="dimmed small">
            {formatAgo(at)}
          </time>
        </span>
        {read ? null : (
          <span className={classes.dot}>
            <VisuallyHidden>Unread</VisuallyHidden>
          </span>
        )}
      </a>
      {request_id && renderRequest ? (
        <div className={classes.actions}>{renderRequest({ id: request_id, kind, title })}</div>
      ) : null}
    </li>
  );
}
