import { IconArrowsExchange } from '@tabler/icons-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ButtonLink } from '../../ui/links.tsx';

export function Page() {
  return (
    <EmptyState
      icon={IconArrowsExchange}
      title="No transfers yet"
      action={
        <ButtonLink to="/apps" variant="default">
          Go to Apps
        </ButtonLink>
      }
    >
      Switch cloud moves files from one connected account to another. It needs two connected accounts.
    </EmptyState>
  );
}
