import { IconMapOff } from '@tabler/icons-react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../ui/navigation/links.tsx';

export function NotFound() {
  return (
    <main>
      <EmptyState
        order={1}
        icon={IconMapOff}
        title="Page not found"
        action={<ButtonLink to="/">Go to Directory</ButtonLink>}
      >
        The link may be old or mistyped.
      </EmptyState>
    </main>
  );
}
