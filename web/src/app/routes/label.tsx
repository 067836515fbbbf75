import { IconTag } from '@tabler/icons-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ButtonLink } from '../../ui/links.tsx';

export function Page() {
  return (
    <EmptyState
      icon={IconTag}
      title="This label does not exist"
      action={
        <ButtonLink to="/directory" variant="default">
          Go to Directory
        </ButtonLink>
      }
    >
      It may have been deleted, or it belongs to another workspace.
    </EmptyState>
  );
}
