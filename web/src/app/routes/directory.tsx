import { IconFolders } from '@tabler/icons-react';
import { ConnectAppButton } from '../../features/sources/components/connect-app-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function Page() {
  return (
    <EmptyState icon={IconFolders} title="No files yet" action={<ConnectAppButton />}>
      Connect an app and its files appear here.
    </EmptyState>
  );
}
