import { IconArrowsExchange } from '@tabler/icons-react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';

export function GuestsCannotTransfer() {
  return (
    <EmptyState icon={IconArrowsExchange} title="Guests can’t transfer files">
      You can see what others share with you. Ask an admin to make you a member.
    </EmptyState>
  );
}
