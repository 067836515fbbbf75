import { IconStack2 } from '@tabler/icons-react';
import { EmptyState } from '../../ui/empty-state.tsx';

export function Page() {
  return (
    <EmptyState icon={IconStack2} title="No collections yet">
      A collection gathers files from different apps without moving them. There are no files to gather yet.
    </EmptyState>
  );
}
