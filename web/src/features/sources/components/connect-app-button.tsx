import { Button, type ButtonProps, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import classes from './connect-app-button.module.css';

/** 'Add app' with the dialog it opens. */
export function ConnectAppButton(props: ButtonProps) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button leftSection={<IconPlus size={16} stroke={2} aria-hidden />} onClick={open} {...props}>
        Add app
      </Button>
      <Modal opened={opened} onClose={close} title="Connect an app">
        <Text>Connect apps to centralize and sync content.</Text>
        <Text className={classes.none}>No apps are available in this installation yet.</Text>
      </Modal>
    </>
  );
}
