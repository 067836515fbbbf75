import { Button } from '@mantine/core';
import type { Role } from '@sheaf/contract';
import { lazy } from 'react';
import { LazyDialog } from '../../../ui/lazy-dialog.tsx';
import { Section } from '../../../ui/section.tsx';
import { useDialog } from '../../../ui/use-dialog.ts';

const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog.tsx')).LeaveDialog }));

export function LeaveSection({ userId, role, workspace }: { userId: string; role: Role; workspace: string }) {
  const { opened, open, close } = useDialog();
  return (
    <Section title="Leave workspace" description="You lose access. You decide what becomes of what you have here.">
      <div>
        <Button variant="default" onClick={() => open()}>
          Leave workspace
        </Button>
      </div>
      <LazyDialog opened={opened}>
        <LeaveDialog opened={opened} onClose={close} userId={userId} role={role} workspace={workspace} />
      </LazyDialog>
    </Section>
  );
}
