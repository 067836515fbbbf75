import { IconPlugConnectedX } from '@tabler/icons-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ButtonLink } from '../../ui/links.tsx';

export function Page() {
  return (
    <main>
      <EmptyState
        order={1}
        icon={IconPlugConnectedX}
        title="No app is being connected"
        action={<ButtonLink to="/">Go home</ButtonLink>}
      >
        An app sends you here after you have allowed Sheaf to read it. Nothing of the kind is under way.
      </EmptyState>
    </main>
  );
}
