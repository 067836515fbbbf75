import { Button } from '@mantine/core';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { Section } from '../../../ui/layout/section.tsx';

const HandOverDialog = lazyDialog(async () => (await import('./hand-over-dialog.tsx')).HandOverDialog);

interface OwnershipSectionProps {
  userId: string;
  workspace: string;
  onHandedOver(): void;
}

export function OwnershipSection({ userId, workspace, onHandedOver }: OwnershipSectionProps) {
  const { opened, open, close } = useDialog();
  return (
    <Section title="Ownership" description="Make another member the owner. You’ll become an admin.">
      <div>
        <Button variant="default" onClick={() => open()}>
          Transfer ownership
        </Button>
      </div>
      <HandOverDialog opened={opened} onClose={close} userId={userId} workspace={workspace} onDone={onHandedOver} />
    </Section>
  );
}
