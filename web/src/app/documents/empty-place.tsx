import { limits, may } from '@sheaf/contract';
import { IconClock, IconFolders, IconStar, IconTrash, IconUpload, IconUsers } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { organizationInfoQuery } from '../../features/organizations/api/organizations.ts';
import { accountsQuery } from '../../features/sources/api/accounts.ts';
import { ConnectAppButton } from '../../features/sources/components/connect/connect-app-button.tsx';
import { EmptyAccount } from '../../features/sources/components/sync/empty-account.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../ui/navigation/links.tsx';
import { toDirectory } from '../to-directory.tsx';

/** An empty place, with the action that brings documents into it. */
export function EmptyPlace({ place }: { place: string | undefined }) {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const hasApps = may(info.role, 'sources.own');
  const { data: accounts } = useQuery({ ...accountsQuery(), enabled: hasApps });
  const account = accounts?.find(({ id }) => id === place);
  if (account) return <EmptyAccount account={account} />;
  switch (place) {
    case 'my-files':
      return (
        <EmptyState icon={IconUpload} title="No files yet">
          Drop files here to upload them, or use Upload.
        </EmptyState>
      );
    case 'shared':
      return (
        <EmptyState icon={IconUsers} title="Nothing shared with you yet" action={toDirectory}>
          Files and folders that people share with you appear here.
        </EmptyState>
      );
    case 'recent':
      return (
        <EmptyState icon={IconClock} title="No recent files yet" action={toDirectory}>
          Files you open, download, upload or change appear here.
        </EmptyState>
      );
    case 'starred':
      return (
        <EmptyState icon={IconStar} title="No starred files yet" action={toDirectory}>
          Star the files and folders you need often to find them here.
        </EmptyState>
      );
    case 'trash':
      return (
        <EmptyState icon={IconTrash} title="Trash is empty" action={toDirectory}>
          Files you delete stay here for {limits.trashDays} days.
        </EmptyState>
      );
    default:
      return <NoFiles hasApps={hasApps} isConnected={Boolean(accounts?.length)} />;
  }
}

function NoFiles({ hasApps, isConnected }: { hasApps: boolean; isConnected: boolean }) {
  if (isConnected) {
    return (
      <EmptyState
        icon={IconFolders}
        title="No files yet"
        action={
          <ButtonLink to="/apps" variant="default">
            Go to Apps
          </ButtonLink>
        }
      >
        Your apps are connected. Their files appear here as they sync.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={IconFolders} title="No files yet" action={hasApps ? <ConnectAppButton /> : undefined}>
      {hasApps
        ? 'Connect an app to see its files here, or drop files to upload.'
        : 'Files shared with you appear here.'}
    </EmptyState>
  );
}
