import { Button } from '@mantine/core';
import { limits, type Organization } from '@sheaf/contract';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { Section } from '../../../ui/layout/section.tsx';

const DeleteDialog = lazyDialog(async () => (await import('./delete-dialog.tsx')).DeleteDialog);

export function DeleteSection({ organization }: { organization: Organization }) {
  const { opened, open, close } = useDialog();
  return (
    <Section
      title="Delete workspace"
      description={`No one can open it anymore. An owner can restore it for ${limits.deletedWorkspaceDays} days. After that, it’s deleted with everything in it.`}
    >
      <div>
        <Button variant="outline" color="red" onClick={() => open()}>
          Delete workspace
        </Button>
      </div>
      <DeleteDialog opened={opened} onClose={close} organization={organization} />
    </Section>
  );
}
