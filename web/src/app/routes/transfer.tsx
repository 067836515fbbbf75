import { IconArrowsExchange } from '@tabler/icons-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ButtonLink } from '../../ui/links.tsx';

export function Page() {
  return (
    <EmptyState
      order={1}
      icon={IconArrowsExchange}
      title="A transfer needs two accounts"
      action={
        <ButtonLink to="/switch-cloud" variant="default">
          Back to Switch cloud
        </ButtonLink>
      }
    >
      One to take files from, and one to put them in. This workspace has no connected accounts yet.
    </EmptyState>
  );
}
