import { IconArrowsExchange } from '@tabler/icons-react';
import { EmptyState } from '../../ui/empty-state.tsx';

export function GuestsCannotTransfer() {
  return (
    <EmptyState icon={IconArrowsExchange} title="Guests cannot transfer files">
      You see what others share with you. Ask an admin of this workspace to make you a member.
    </EmptyState>
  );
}
