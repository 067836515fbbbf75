import { Button, Text } from '@mantine/core';
import type { Role } from '@sheaf/contract';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { Section } from '../../../ui/layout/section.tsx';

const LeaveDialog = lazyDialog(async () => (await import('./leave-dialog.tsx')).LeaveDialog);

interface LeaveSectionProps {
  userId: string;
  role: Role;
  workspace: string;
  /** Whether the person is the only owner, who can’t leave: a workspace always has an owner. */
  isOnlyOwner: boolean;
}

export function LeaveSection({ userId, role, workspace, isOnlyOwner }: LeaveSectionProps) {
  const { opened, open, close } = useDialog();
  if (isOnlyOwner) {
    return (
      <Section title="Leave workspace" description="You’re the only owner, so you can’t leave yet.">
        <Text>Transfer ownership to another member first, or delete the workspace.</Text>
      </Section>
    );
  }
  return (
    <Section title="Leave workspace" description="You lose access. You’ll choose what happens to your files.">
      <div>
        <Button variant="default" onClick={() => open()}>
          Leave workspace
        </Button>
      </div>
      <LeaveDialog opened={opened} onClose={close} userId={userId} role={role} workspace={workspace} />
    </Section>
  );
}
