import { Button } from '@mantine/core';
import { lazy } from 'react';
import { LazyDialog } from '../../../ui/lazy-dialog.tsx';
import { Section } from '../../../ui/section.tsx';
import { useDialog } from '../../../ui/use-dialog.ts';

const HandOverDialog = lazy(async () => ({ default: (await import('./hand-over-dialog.tsx')).HandOverDialog }));

interface OwnershipSectionProps {
  userId: string;
  workspace: string;
  onHandedOver(): void;
}

export function OwnershipSection({ userId, workspace, onHandedOver }: OwnershipSectionProps) {
  const { opened, open, close } = useDialog();
  return (
    <Section title="Ownership" description="Make another member the owner in your place. You become an admin.">
      <div>
        <Button variant="default" onClick={() => open()}>
          Hand ownership over
        </Button>
      </div>
      <LazyDialog opened={opened}>
        <HandOverDialog opened={opened} onClose={close} userId={userId} workspace={workspace} onDone={onHandedOver} />
      </LazyDialog>
    </Section>
  );
}
