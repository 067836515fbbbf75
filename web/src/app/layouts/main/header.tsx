import { Title } from '@mantine/core';
import { may } from '@sheaf/contract';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { RequestActions } from '../../../features/access-requests/request-actions.tsx';
import { InviteRequestActions } from '../../../features/invites/components/invite-request-actions.tsx';
import { NotificationBell } from '../../../features/notifications/components/notification-bell.tsx';
import type { RenderRequest } from '../../../features/notifications/components/notification-row.tsx';
import { organizationInfoQuery } from '../../../features/organizations/api/organizations.ts';
import { ConnectAppButton } from '../../../features/sources/components/connect/connect-app-button.tsx';
import { SyncIndicator } from '../../../features/sources/components/sync/sync-indicator.tsx';
import { openTransfersQuery } from '../../../features/transfers/api/transfers.ts';
import { activityText, destinationText } from '../../../features/transfers/transfer-text.ts';
import { accountDetail } from '../../../lib/format/account-title.ts';
import { usePlaces } from '../../documents/use-places.ts';
import { useHeaderTitle } from '../../router/page-title.tsx';
import { useServerNews } from '../../use-server-news.ts';
import { useIsPhone } from '../page-heading.tsx';
import classes from './header.module.css';
import { HeaderSearch } from './header-search.tsx';
import { PhoneMenu } from './menus/phone-menu.tsx';
import { ProfileMenu } from './menus/profile-menu.tsx';

const renderRequest: RenderRequest = ({ id, kind, title }) => {
  if (kind === 'access_requested') return <RequestActions id={id} of={title} />;
  if (kind === 'invite_requested') return <InviteRequestActions id={id} of={title} />;
  return null;
};

/** The search stays at the same place on every page, where the content starts. */
export function Header() {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const mayConnect = may(info.role, 'sources.own');
  const title = useHeaderTitle();
  const isPhone = useIsPhone();
  return (
    <header className={classes.header}>
      <PhoneMenu />
      {isPhone && title ? (
        <Title order={1} className={`ellipsis ${classes.title}`}>
          {title}
        </Title>
      ) : null}
      <HeaderSearch places={usePlaces(mayConnect)} />
      <div className={`row gap-12 rigid ${classes.end}`}>
        <SyncActivity shown={mayConnect} />
        {mayConnect ? <ConnectAppButton variant="default" size="sm" compact /> : null}
        <NotificationBell isPhone={isPhone} renderRequest={renderRequest} />
        <ProfileMenu />
      </div>
    </header>
  );
}

/** Follows the server's events for the whole main area; people with accounts see syncs and transfers in the header. */
function SyncActivity({ shown }: { shown: boolean }) {
  const live = useServerNews();
  const { data: open = [] } = useQuery({ ...openTransfersQuery(), enabled: shown });
  const transfers = open
    .filter(({ status }) => status !== 'paused')
    .map((transfer) => ({
      id: transfer.id,
      slug: transfer.to.source.slug,
      name: [destinationText(transfer), accountDetail(transfer.to.account, transfer.to.source)]
        .filter(Boolean)
        .join(', '),
      text: activityText(transfer),
      percent: transfer.percent,
    }));
  return shown ? <SyncIndicator live={live} transfers={transfers} /> : null;
}
