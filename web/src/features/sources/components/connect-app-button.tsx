import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { lazy } from 'react';
import { LazyDialog } from '../../../ui/lazy-dialog.tsx';

const ConnectAppDialog = lazy(async () => ({ default: (await import('./connect-app-dialog.tsx')).ConnectAppDialog }));

/** 'Add app' with the dialog it opens. */
export function ConnectAppButton(props: ButtonProps) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button leftSection={<IconPlus size={16} stroke={2} aria-hidden />} onClick={open} {...props}>
        Add app
      </Button>
      <LazyDialog opened={opened}>
        <ConnectAppDialog opened={opened} onClose={close} />
      </LazyDialog>
    </>
  );
}
