import { may } from '@sheaf/contract';
import { IconFolders } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { organizationInfoQuery } from '../../../features/organizations/api/organizations.ts';
import { accountsQuery } from '../../../features/sources/api/accounts.ts';
import { ConnectAppButton } from '../../../features/sources/components/connect/connect-app-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../../ui/navigation/links.tsx';
import { DocumentPage } from '../../documents/document-page.tsx';
import { PlaceTitle, usePlace } from '../../documents/place-title.tsx';
import { useTabName } from '../../page-title.tsx';

const route = getRouteApi('/verified/main/directory');

export function Page() {
  const search = route.useSearch();
  useTabName(usePlace(search).name);
  return <DocumentPage label="Documents" search={search} place={title} empty={noFiles} />;
}

/** Follows the address by itself: as a property that changes, it would have the list render at once. */
function PageTitle() {
  return <PlaceTitle search={route.useSearch()} />;
}

const title = <PageTitle />;

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
            Go to Apps
          </ButtonLink>
        }
      >
        Your apps are connected. Their files appear here as they sync.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={IconFolders} title="No files yet" action={mayConnect ? <ConnectAppButton /> : undefined}>
      {mayConnect
        ? 'Connect an app to see its files here, or drop files to upload.'
        : 'Files shared with you appear here.'}
    </EmptyState>
  );
}

const noFiles = <NoFiles />;
