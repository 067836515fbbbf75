import { may } from '@sheaf/contract';
import { IconFolders } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { organizationInfoQuery } from '../../features/organizations/api/organizations.ts';
import { accountsQuery } from '../../features/sources/api/accounts.ts';
import { ConnectAppButton } from '../../features/sources/components/connect-app-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { DocumentPage } from '../documents/document-page.tsx';

const route = getRouteApi('/verified/main/directory');

export function Page() {
  return <DocumentPage label="Documents" search={route.useSearch()} empty={noFiles} />;
}

function NoFiles() {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const mayConnect = may(info.role, 'sources.own');
  const { data: accounts } = useQuery({ ...accountsQuery(), enabled: mayConnect });
  if (accounts?.length) {
    return (
      <EmptyState
        icon={IconFolders}
        title="No files yet"
        action={
          <ButtonLink to="/apps" variant="default">
            Open apps
          </ButtonLink>
        }
      >
        Your apps are connected. Their files appear here as they are synced.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={IconFolders} title="No files yet" action={mayConnect ? <ConnectAppButton /> : undefined}>
      {mayConnect ? 'Connect an app and its files are stored here.' : 'Files that are shared with you appear here.'}
    </EmptyState>
  );
}

const noFiles = <NoFiles />;
