import { IconApps } from '@tabler/icons-react';
import { ConnectAppButton } from '../../features/sources/components/connect-app-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function Page() {
  return (
    <EmptyState icon={IconApps} title="No apps connected" action={<ConnectAppButton />}>
      A connected app brings its files and chats into Sheaf and keeps them up to date.
    </EmptyState>
  );
}
