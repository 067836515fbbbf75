import { may } from '@sheaf/contract';
import { IconFolders } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { organizationInfoQuery } from '../../features/organizations/api/organizations.ts';
import { accountsQuery } from '../../features/sources/api/accounts.ts';
import { ConnectAppButton } from '../../features/sources/components/connect-app-button.tsx';
import { count } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ButtonLink } from '../../ui/links.tsx';

export function Page() {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const mayConnect = may(info.role, 'sources.own');
  const { data: accounts } = useQuery({ ...accountsQuery(), enabled: mayConnect });
  const files = accounts?.reduce((sum, account) => sum + account.files, 0) ?? 0;
  if (files > 0) {
    return (
      <EmptyState
        icon={IconFolders}
        title={`${count(files, 'file')} from ${count(accounts?.length ?? 0, 'account')}`}
        action={<ButtonLink to="/apps">Open apps</ButtonLink>}
      >
        They are stored and kept in sync. This page does not list them yet.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={IconFolders} title="No files yet" action={mayConnect ? <ConnectAppButton /> : undefined}>
      {mayConnect ? 'Connect an app and its files are stored here.' : 'Files that are shared with you appear here.'}
    </EmptyState>
  );
}
