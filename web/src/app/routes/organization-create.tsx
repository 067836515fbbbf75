import { IconBuilding } from '@tabler/icons-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ButtonLink } from '../../ui/links.tsx';

export function Page() {
  return (
    <EmptyState
      order={1}
      icon={IconBuilding}
      title="No further workspaces can be created"
      action={
        <ButtonLink to="/directory" variant="default">
          Go to Directory
        </ButtonLink>
      }
    >
      Every account comes with one workspace of its own. This installation does not offer more.
    </EmptyState>
  );
}
