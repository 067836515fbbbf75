import { IconStack2 } from '@tabler/icons-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ButtonLink } from '../../ui/links.tsx';

export function Page() {
  return (
    <EmptyState
      icon={IconStack2}
      title="This collection does not exist"
      action={
        <ButtonLink to="/collections" variant="default">
          All collections
        </ButtonLink>
      }
    >
      It may have been deleted, or it belongs to another workspace.
    </EmptyState>
  );
}
