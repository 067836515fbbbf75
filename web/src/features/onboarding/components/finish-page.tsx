import { IconCircleCheck } from '@tabler/icons-react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';

export function FinishPage() {
  return (
    <EmptyState
      order={1}
      icon={IconCircleCheck}
      title="That was all"
      action={<ButtonLink to="/directory">Go to Directory</ButtonLink>}
    >
      Your workspace is ready. Everything in this guide can be changed in the settings.
    </EmptyState>
  );
}
