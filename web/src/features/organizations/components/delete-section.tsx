import { Button } from '@mantine/core';
import { limits, type Organization } from '@sheaf/contract';
import { lazy } from 'react';
import { LazyDialog } from '../../../ui/lazy-dialog.tsx';
import { Section } from '../../../ui/section.tsx';
import { useDialog } from '../../../ui/use-dialog.ts';

const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }));

export function DeleteSection({ organization }: { organization: Organization }) {
  const { opened, open, close } = useDialog();
  return (
    <Section
      title="Delete workspace"
      description={`Nobody can open it any more. For ${limits.deletedWorkspaceDays} days an owner can restore it; then it is gone with everything in it.`}
    >
      <div>
        <Button variant="outline" color="red" onClick={() => open()}>
          Delete workspace
        </Button>
      </div>
      <LazyDialog opened={opened}>
        <DeleteDialog opened={opened} onClose={close} organization={organization} />
      </LazyDialog>
    </Section>
  );
}
