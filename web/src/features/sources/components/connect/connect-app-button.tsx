import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { lazyDialog } from '../../../../ui/dialogs/lazy-dialog.tsx';
import classes from './connect-app-button.module.css';

const ConnectAppDialog = lazyDialog(async () => (await import('./connect-app-dialog.tsx')).ConnectAppDialog);

/** 'Add app' with the dialog it opens; `compact` shows only its icon on phones. */
export function ConnectAppButton({ compact = false, ...props }: ButtonProps & { compact?: boolean }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button
        leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
        onClick={open}
        aria-label="Add app"
        data-compact={compact || undefined}
        classNames={{ root: classes.button, section: classes.section, label: classes.label }}
        {...props}
      >
        Add app
      </Button>
      <ConnectAppDialog opened={opened} onClose={close} />
    </>
  );
}
