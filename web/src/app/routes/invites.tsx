import { IconMailOpened } from '@tabler/icons-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ButtonLink } from '../../ui/links.tsx';

export function Page() {
  return (
    <EmptyState
      icon={IconMailOpened}
      title="No open invitations"
      action={
        <ButtonLink to="/members" variant="default">
          Members
        </ButtonLink>
      }
    >
      Nobody is waiting to join this workspace.
    </EmptyState>
  );
}
