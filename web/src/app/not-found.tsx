import { IconMapOff } from '@tabler/icons-react';
import { EmptyState } from '../ui/empty-state.tsx';
import { ButtonLink } from '../ui/links.tsx';

export function NotFound() {
  return (
    <main>
      <EmptyState
        order={1}
        icon={IconMapOff}
        title="There is no page at this address"
        action={<ButtonLink to="/">Go home</ButtonLink>}
      >
        The link may be old, or a letter may be missing in it.
      </EmptyState>
    </main>
  );
}
