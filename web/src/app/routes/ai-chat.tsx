import { IconMessageCircle } from '@tabler/icons-react';
import { EmptyState } from '../../ui/empty-state.tsx';

export function Page() {
  return (
    <EmptyState icon={IconMessageCircle} title="AI chat is not part of this version">
      It is to answer questions from the files of your workspace, with the passages it found.
    </EmptyState>
  );
}
