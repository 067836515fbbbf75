import { IconMessageCircle } from '@tabler/icons-react';
import { EmptyState } from '../../ui/empty-state.tsx';

export function Page() {
  return (
    <EmptyState icon={IconMessageCircle} title="Nothing to ask about yet">
      AI chat answers questions from the files of your workspace. There are no files in it yet.
    </EmptyState>
  );
}
