import { may } from '@sheaf/contract';
import { IconFolders } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { DocumentSearch } from '../../../features/documents/document-search.ts';
import { useFolder } from '../../../features/documents/use-folder.ts';
import { organizationInfoQuery } from '../../../features/organizations/api/organizations.ts';
import { accountsQuery } from '../../../features/sources/api/accounts.ts';
import { ConnectAppButton } from '../../../features/sources/components/connect/connect-app-button.tsx';
import { accountTitle } from '../../../lib/format/account-title.ts';
import { isNamedPlace, placeNames } from '../../../ui/documents/places.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../../ui/navigation/links.tsx';
import { DocumentPage } from '../../documents/document-page.tsx';
import { useTabName } from '../../page-title.tsx';

const route = getRouteApi('/verified/main/directory');

export function Page() {
  const search = route.useSearch();
  useTabName(useName(search));
  return <DocumentPage label="Documents" search={search} empty={noFiles} />;
}

/** Of the folder, or of the place; undefined while it is loading. */
function useName({ in: folderId, place }: DocumentSearch): string | undefined {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const { folder } = useFolder(folderId);
  const { data: accounts } = useQuery({ ...accountsQuery(), enabled: may(info.role, 'sources.own') });
  if (folderId) return folder?.name;
  if (isNamedPlace(place)) return placeNames[place];
  const account = accounts?.find(({ id }) => id === place);
  return account ? accountTitle(account, account.source) : 'Directory';
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
